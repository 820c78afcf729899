import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken, verifyToken } from '@castellan/platform/core/tokens';
import { afterEach, expect, test } from 'vitest';
import { keysFileOf, openKeys, rotateKeys } from './key-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-keys-'));
const path = keysFileOf(folder);
afterEach(() => rmSync(join(folder, 'keys'), { recursive: true, force: true }));

const claims = {
  sub: '00000000-0000-4000-8000-000000000001',
  role: 'authenticated',
  aud: 'authenticated',
  iss: 'issuer',
  exp: 2_000_000_000,
};
const expected = { issuer: 'issuer', nowMs: 1_800_000_000_000 };

test('keys are made once, for their owner alone to read', async () => {
  const first = await openKeys(path);
  const second = await openKeys(path);
  expect(second.ring.publishableKey).toBe(first.ring.publishableKey);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
});

test('a token of the key before a rotation stays valid, and new tokens carry the new key', async () => {
  const before = await openKeys(path);
  const token = await signToken(before.ring, claims);
  await rotateKeys(path, 'signing', new Date());
  const after = await openKeys(path);
  expect(after.ring.signingKeys[0].keyId).not.toBe(before.ring.signingKeys[0].keyId);
  expect(await verifyToken(after.ring, token, expected)).toMatchObject({ ok: true });
});

test('a retired key is forgotten once everything it signed has expired', async () => {
  const token = await signToken((await openKeys(path)).ring, claims);
  await rotateKeys(path, 'signing', new Date('2030-01-01T00:00:00Z'));
  await rotateKeys(path, 'signing', new Date('2030-01-01T02:00:00Z'));
  expect(await verifyToken((await openKeys(path)).ring, token, expected)).toMatchObject({ ok: false, failure: { code: 'token_invalid' } });
});

test('rotating API keys replaces both and leaves the signing key', async () => {
  const before = await openKeys(path);
  await rotateKeys(path, 'api', new Date());
  const after = await openKeys(path);
  expect(after.ring.publishableKey).not.toBe(before.ring.publishableKey);
  expect(after.ring.secretKey).not.toBe(before.ring.secretKey);
  expect(after.ring.signingKeys[0].keyId).toBe(before.ring.signingKeys[0].keyId);
});

test('a damaged file is named, and nothing of it is repeated', async () => {
  await openKeys(path);
  const { publishableKey } = (await openKeys(path)).ring;
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
  const refusal = await openKeys(path).catch((error: Error) => error.message);
  expect(refusal).toContain(path);
  expect(refusal).not.toContain(publishableKey);
});

test('the published half of a signing key holds nothing private', async () => {
  const { publicJwk } = (await openKeys(path)).ring.signingKeys[0];
  expect(publicJwk.d).toBeUndefined();
});
