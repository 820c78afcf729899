import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { lintToken } from '../../knowledge/lint-token.ts';
import { parseCompact } from '../../knowledge/parse-jws.ts';
import { alterOneLetter, judgeSample } from './judge-sample.ts';
import { makeSample } from './plate.ts';

const crypto = webcrypto as Crypto;
const nowMs = Date.UTC(2026, 10, 26, 21);
const dayMs = 86_400_000;

test('the sample is a real token, and its verdict is what the lab’s code says of it at that moment', async () => {
  const { token, key, verdict } = await makeSample(crypto, nowMs);
  expect(verdict).toEqual({
    tone: 'sound',
    sentence: 'Valid for another 30 days.',
    detail: 'The signature is valid (ES256). According to its claims it expires in 30 days.',
  });
  expect(await judgeSample(token, key, crypto.subtle, nowMs + 29 * dayMs)).toMatchObject({ sentence: 'Valid for another 24 hours.' });
  expect(await judgeSample(token, key, crypto.subtle, nowMs + 40 * dayMs)).toMatchObject({ tone: 'doubtful' });
  const parsed = parseCompact(token);
  const worst = parsed.ok ? lintToken(parsed.value, nowMs / 1000).map(({ severity }) => severity) : ['not a token'];
  expect(worst.filter((severity) => severity !== 'low' && severity !== 'info')).toEqual([]);
});

test('one letter of the payload is altered so that the token still reads, and its signature does not hold', async () => {
  for (let made = 0; made < 8; made += 1) {
    const { token, key } = await makeSample(crypto, nowMs + made * 1000);
    const altered = alterOneLetter(token);
    const differing = Array.from(token, (letter, at) => (letter === altered.token.charAt(at) ? [] : [at])).flat();
    expect([altered.token.length, differing]).toEqual([token.length, [altered.at]]);
    expect(await judgeSample(altered.token, key, crypto.subtle, nowMs)).toMatchObject({ tone: 'bad', sentence: 'Invalid signature.' });
    expect(await judgeSample(token, key, crypto.subtle, nowMs)).toMatchObject({ tone: 'sound' });
  }
});

test('another key does not make the sample valid', async () => {
  const [one, other] = [await makeSample(crypto, nowMs), await makeSample(crypto, nowMs)];
  expect((await judgeSample(one.token, other.key, crypto.subtle, nowMs)).tone).toBe('bad');
});
