import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { jobHandlers } from './job-handlers.ts';

const context = (isCancelled: () => boolean, told: unknown[] = []) => ({
  progress: (...said: readonly [number, number]) => void told.push(said),
  isCancelled,
  signal: new AbortController().signal,
});

function tokenOf(alg: 'HS256' | 'HS384' | 'HS512', secret: string): string {
  const signed = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.e30`;
  return `${signed}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(signed)
    .digest('base64url')}`;
}

test.for(['HS256', 'HS384', 'HS512'] as const)('the secret of an %s token is found among words, as it is and varied', async (alg) => {
  const words = ['one', 'two', 'tiger'];
  const order = { token: tokenOf(alg, 'Tiger123'), words, withVariations: true };
  expect(
    await jobHandlers.guess(
      order,
      context(() => false),
    ),
  ).toMatchObject({ ok: true, value: { secret: 'Tiger123' } });
  expect(
    await jobHandlers.guess(
      { ...order, withVariations: false },
      context(() => false),
    ),
  ).toEqual({ ok: true, value: { secret: undefined, tried: 3 } });
  expect(
    await jobHandlers.guess(
      { ...order, token: tokenOf(alg, 'two'), withVariations: false },
      context(() => false),
    ),
  ).toEqual({ ok: true, value: { secret: 'two', tried: 2 } });
});

test('progress ends at the whole, a cancelled search ends, and a token without HMAC is refused', async () => {
  const told: unknown[] = [];
  const words = Array.from({ length: 4500 }, (_, index) => `word${index}`);
  await jobHandlers.guess(
    { token: tokenOf('HS256', 'x'), words, withVariations: false },
    context(() => false, told),
  );
  expect(told).toEqual([
    [0, 4500],
    [2000, 4500],
    [4000, 4500],
    [4500, 4500],
  ]);
  expect(
    await jobHandlers.guess(
      { token: tokenOf('HS256', 'x'), words, withVariations: false },
      context(() => true),
    ),
  ).toEqual({ ok: false, failure: { code: 'cancelled' } });
  expect(
    await jobHandlers.guess(
      { token: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA', words, withVariations: false },
      context(() => false),
    ),
  ).toEqual({ ok: false, failure: { code: 'not_hmac' } });
});
