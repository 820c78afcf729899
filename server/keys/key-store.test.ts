import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken, verifyToken } from '@castellan/platform/core/tokens';
import { afterEach, expect, test } from 'vitest';
import { keysFileOf, keysMark, openKeys, openOrMakeKeys, rotateKeys } from './key-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-keys-'));
const path = keysFileOf(folder);
afterEach(() => rmSync(join(folder, 'keys'), { recursive: true, force: true }));

const claims = {
  sub: '00000000-0000-4000-8000-000000000001',
  role: 'authenticated',
  aud: 'authenticated',
  iss: 'issuer',
  exp: 1_800_000_900,
};
const expected = { issuer: 'issuer', nowMs: 1_800_000_000_000 };

test('keys are made once, for their owner alone to read', async () => {
  const first = await openOrMakeKeys(path);
  const second = await openKeys(path);
  expect(second.ring.publishableKey).toBe(first.ring.publishableKey);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
});

test('keys that are missing are named and not made anew by whoever only reads them', async () => {
  await expect(openKeys(path)).rejects.toThrow(`The keys file ${path} is missing. Put it back from a backup`);
  expect(existsSync(join(folder, 'keys'))).toBe(false);
});

test('of servers that share the file and start at once, one makes the keys and all have them', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => openOrMakeKeys(path)));
  expect(new Set(opened.map(({ ring }) => ring.publishableKey)).size).toBe(1);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['keys.json']);
});

test('the mark of keys stays through every rotation, and is another for other keys', async () => {
  const mark = keysMark((await openOrMakeKeys(path)).ring);
  await rotateKeys(path, 'all', new Date());
  expect(keysMark((await openKeys(path)).ring)).toBe(mark);
  rmSync(path);
  expect(keysMark((await openOrMakeKeys(path)).ring)).not.toBe(mark);
});

test('a token of the key before a rotation stays valid, and new tokens carry the new key', async () => {
  const before = await openOrMakeKeys(path);
  const token = await signToken(before.ring, claims);
  await rotateKeys(path, 'signing', new Date());
  const after = await openKeys(path);
  expect(after.ring.signingKeys[0].keyId).not.toBe(before.ring.signingKeys[0].keyId);
  expect(await verifyToken(after.ring, token, { ...expected, nowMs: Date.now() })).toMatchObject({
    ok: false,
    failure: { code: 'token_invalid' },
  });
  const retiredAtMs = after.ring.signingKeys[1]?.retiredAtMs ?? 0;
  const fresh = await signToken(before.ring, { ...claims, exp: retiredAtMs / 1000 + 900 });
  expect(await verifyToken(after.ring, fresh, { ...expected, nowMs: retiredAtMs + 60_000 })).toMatchObject({ ok: true });
  expect(await verifyToken(after.ring, fresh, { ...expected, nowMs: retiredAtMs + 16 * 60_000 })).toMatchObject({ ok: false });
});

test('a retired key is forgotten once everything it signed has expired', async () => {
  const token = await signToken((await openOrMakeKeys(path)).ring, claims);
  await rotateKeys(path, 'signing', new Date('2030-01-01T00:00:00Z'));
  await rotateKeys(path, 'signing', new Date('2030-01-01T02:00:00Z'));
  expect(await verifyToken((await openKeys(path)).ring, token, expected)).toMatchObject({ ok: false, failure: { code: 'token_invalid' } });
});

test('rotating API keys replaces both and leaves the signing key', async () => {
  const before = await openOrMakeKeys(path);
  await rotateKeys(path, 'api', new Date());
  const after = await openKeys(path);
  expect(after.ring.publishableKey).not.toBe(before.ring.publishableKey);
  expect(after.ring.secretKey).not.toBe(before.ring.secretKey);
  expect(after.ring.signingKeys[0].keyId).toBe(before.ring.signingKeys[0].keyId);
});

test('a damaged file is named, and nothing of it is repeated', async () => {
  await openOrMakeKeys(path);
  const { publishableKey } = (await openKeys(path)).ring;
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
  const refusal = await openKeys(path).catch((error: Error) => error.message);
  expect(refusal).toContain(path);
  expect(refusal).not.toContain(publishableKey);
});

test('the published half of a signing key holds nothing private', async () => {
  const { publicJwk } = (await openOrMakeKeys(path)).ring.signingKeys[0];
  expect(publicJwk.d).toBeUndefined();
});

test('a token that claims the service role, or a life longer than any issued, is refused though the key is right', async () => {
  const { ring } = await openOrMakeKeys(path);
  const service = await signToken(ring, { ...claims, role: 'service_role' });
  const longLived = await signToken(ring, { ...claims, exp: 1_800_000_000 + 17 * 60 });
  for (const token of [service, longLived]) {
    expect(await verifyToken(ring, token, expected)).toMatchObject({ ok: false, failure: { code: 'token_invalid' } });
  }
});

test('rotating everything also replaces the key of refresh tokens and device cookies, and never the one that sealed the authenticators', async () => {
  const before = await openOrMakeKeys(path);
  await rotateKeys(path, 'all', new Date());
  const after = await openKeys(path);
  expect(after.ring.sessionKey).not.toEqual(before.ring.sessionKey);
  expect(after.ring.authenticatorKey).toEqual(before.ring.authenticatorKey);
});

test('keys that another user could read are refused', async () => {
  await openOrMakeKeys(path);
  chmodSync(path, 0o644);
  await expect(openKeys(path)).rejects.toThrow('closed to everybody else');
});

test('a link where the new file goes is not followed', async () => {
  await openOrMakeKeys(path);
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, `${path}.new`);
  await rotateKeys(path, 'api', new Date());
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});
