import { createHash, randomUUID } from 'node:crypto';
import { signToken } from '@castellan/platform/core/tokens';
import { startTestRest } from '@castellan/platform/rest/start-test-rest';
import { afterAll, expect, test } from 'vitest';
import { firstChain, nextChain } from './vault-asks.ts';

const rest = await startTestRest('select');
afterAll(rest.stop);

const [ownerId, sessionId] = [randomUUID(), randomUUID()];
await rest.superuser.query(`insert into auth.users (id, email, encrypted_password) values ($1, 'owner@law.example', 'none')`, [ownerId]);
await rest.superuser.query('select private.claim_ownership($1)', [ownerId]);
await rest.superuser.query(`insert into auth.sessions (id, user_id, aal, not_after) values ($1, $2, 'aal2', now() + interval '1 hour')`, [
  sessionId,
  ownerId,
]);
const issued = Math.floor(Date.now() / 1000);
const claims = { sub: ownerId, role: 'authenticated', aud: 'authenticated', iss: 'http://rest.test/auth/v1', session_id: sessionId };
const owner = { id: ownerId, token: await signToken(rest.keys, { ...claims, aal: 'aal2', iat: issued, exp: issued + 900 }) };

const call = (name: string, input: object) =>
  rest.send(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }, owner);
const vaultId = randomUUID();
const chain = firstChain(ownerId, vaultId);
const head = { part: -1, envelope: 'm2.head' };
const slot = { id: randomUUID(), kind: 'master', key_id: 'k'.repeat(22), parameters: {}, wrapped: 's2.x' };

test('the longest entry there may be is written and read back, beside the manifest of ten thousand', async () => {
  expect((await call('create_vault', { vault: { vault_id: vaultId, slots: [slot], parts: [head], chain } })).status).toBe(200);
  const id = randomUUID();
  const text = `v2.${'x'.repeat(1_048_573)}`;
  // Ten thousand entries list about 110,000 characters in each of 64 shards.
  const parts = Array.from({ length: 64 }, (_, part) => ({ part, envelope: `m2.${'s'.repeat(110_000)}` }));
  const digest = createHash('sha256').update(head.envelope).digest('base64url');
  const entries = [{ id, category: 'general', favorite: false, password_encrypted: text }];
  const written = await call('write_vault', {
    expected_epoch: 1,
    change_id: randomUUID(),
    change: { parts: [head, ...parts], entries, chain: nextChain({ chain, digest }) },
  });
  expect([written.status, await written.json()]).toEqual([200, { epoch: 2 }]);
  const rows = await (await rest.send(`/vault_entries?select=password_encrypted&id=eq.${id}`, {}, owner)).text();
  expect(rows === JSON.stringify([{ password_encrypted: text }])).toBe(true);
});
