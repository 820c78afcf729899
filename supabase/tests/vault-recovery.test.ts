import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openLawDatabase } from './law-database.ts';
import { addOwner, addSession, verifyFactor } from './people.ts';
import { askerOf, chain, entry, firstChain, head, newVault, nextChain, provenAgo, refusalOf, slot } from './vault-asks.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
const owner = await addSession(superuser, ownerId, 'aal2');

beforeEach(empty);

async function empty(): Promise<void> {
  await machine.query('delete from private.vaults');
  await machine.query('delete from public.vault_entries');
  await machine.query('delete from private.vault_removed');
}

const write = 'select public.write_vault($1, $2, $3) as answer';

/** The owner with a proof of that kind, so many seconds ago. */
const proven = (seconds: number, method = 'totp') => provenAgo(owner, seconds, method);
const stale = proven(315);

const ask = askerOf(requests, () => stale, machine);
const refusal = (...asked: Parameters<typeof ask>) => refusalOf(ask(...asked));

const tooOld = { sqlState: 'PT403', detail: 'verification_too_old' };
const ids = Array.from({ length: 30 }, () => randomUUID());
const vaultId = randomUUID();
const [master, recovery, device] = [slot('master'), slot('recovery'), slot('device')];

async function makeVault(entries = ids): Promise<void> {
  const parts = [head('one'), { part: 3, envelope: 'm2.shard' }];
  const made = { vault_id: vaultId, slots: [master, recovery, device], parts, entries: entries.map((id) => entry(`first ${id}`, id)) };
  await ask('select public.create_vault($1) as answer', [newVault(made)]);
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const count = async (table: string): Promise<number> => Number((await machine.query(`select count(*) from ${table}`)).rows[0]?.count);

test('how many entries are many: more than half, more than 20 in any case, and never one or two', async () => {
  const pairs = fc.array(fc.tuple(fc.nat(60), fc.nat(100_000)), { minLength: 200, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(pairs, fc.array(fc.tuple(fc.nat(45), fc.nat(45)), { minLength: 200, maxLength: 200 }), async (large, small) => {
      const asked = [...large, ...small];
      const { rows } = await machine.query<{ many: boolean }>(
        'select private.takes_many(taken, held) as many from unnest($1::bigint[], $2::bigint[]) with ordinality as one (taken, held, place) order by place',
        [asked.map(([taken]) => taken), asked.map(([, held]) => held)],
      );
      expect(rows.map(({ many }) => many)).toEqual(asked.map(([taken, held]) => taken > 2 && (taken > 20 || taken * 2 > held)));
    }),
    { numRuns: 20 },
  );
});

test('in an account that never had an authenticator, the password counts while it is fresh', async () => {
  await makeVault();
  const change = { chain, parts: [head('two')], removed_slots: [recovery.id] };
  expect(await refusal(write, [1, randomUUID(), change], proven(315, 'password'))).toEqual(tooOld);
  expect(await ask(write, [1, randomUUID(), change], proven(20, 'password'))).toEqual({ epoch: 2 });
});

describe('with an authenticator', () => {
  beforeEach(async () => {
    if (!(await machine.query('select factor_required from private.owner')).rows[0]?.factor_required) await verifyFactor(auth, ownerId);
    await makeVault();
  });

  test('a borrowed session cannot wipe the vault: its ways in and its entries want a fresh proof, and nothing is gone', async () => {
    const garbage = slot('master');
    const wipe = { chain, parts: [head('junk')], slots: [garbage], removed_slots: [master.id, recovery.id], removed_entries: ids };
    expect(await refusal(write, [1, randomUUID(), wipe])).toEqual(tooOld);
    expect(await refusal(write, [1, randomUUID(), wipe], proven(10, 'password'))).toEqual(tooOld);
    expect(await count('public.vault_entries')).toBe(30);
    expect(await count('private.vault_slots')).toBe(3);
    expect(await ask(write, [1, randomUUID(), wipe], proven(10))).toEqual({ epoch: 2 });
  });

  test.each([
    ['overwriting the master’s slot', { slots: [{ ...master, wrapped: 's2.garbage' }] }],
    ['removing the recovery key', { removed_slots: [recovery.id] }],
  ])('%s wants a fresh proof', async (_name, part) => {
    expect(await refusal(write, [1, randomUUID(), { chain, parts: [head('two')], ...part }])).toEqual(tooOld);
    expect(await ask(write, [1, randomUUID(), { chain, parts: [head('two')], ...part }], proven(10, 'mfa/webauthn'))).toEqual({ epoch: 2 });
  });

  test('adding a way in, and a device that goes, want none', async () => {
    const change = { chain, parts: [head('two')], slots: [slot('passkey')], removed_slots: [device.id] };
    expect(await ask(write, [1, randomUUID(), change])).toEqual({ epoch: 2 });
  });

  test.each([
    ['deletes', 'delete from public.vault_entries where id = any ($1::uuid[])'],
    ['overwrites', `update public.vault_entries set password_encrypted = 'junk' where id = any ($1::uuid[])`],
  ])(
    'a plain REST call that %s more than half of the entries within an hour wants a fresh proof, however it is cut',
    async (_name, text) => {
      await ask(text, [ids.slice(0, 9)]);
      await ask(text, [ids.slice(9, 15)]);
      expect(await refusal(text, [ids.slice(15, 16)])).toEqual(tooOld);
      expect(await refusal(write, [1, randomUUID(), { chain, parts: [head('two')], removed_entries: [ids[25]] }])).toEqual(tooOld);
      await ask(text, [ids.slice(15)], proven(10));
      await machine.query(`update private.vault_removed set removed_at = removed_at - interval '1 hour'`);
      await ask('delete from public.vault_entries where id = $1', [ids[0]]);
    },
  );

  test.each([
    ['deletes', 'delete from public.vault_entries where id = any ($1::uuid[])'],
    ['overwrites', `update public.vault_entries set password_encrypted = 'junk' where id = any ($1::uuid[])`],
  ])('a session whose code is too old %s not all entries of a small vault', async (_name, text) => {
    await empty();
    const nine = ids.slice(0, 9);
    await makeVault(nine);
    expect(await refusal(text, [nine])).toEqual(tooOld);
    expect(await refusal(text, [nine.slice(0, 5)])).toEqual(tooOld);
    await ask(text, [nine.slice(0, 4)]);
    expect(await refusal(text, [nine.slice(4, 5)])).toEqual(tooOld);
    expect(await count("public.vault_entries where password_encrypted <> 'junk'")).toBe(5);
    const wipe = { chain, parts: [head('two')], removed_entries: nine };
    expect(await refusal(write, [1, randomUUID(), wipe])).toEqual(tooOld);
    await ask(text, [nine], proven(10));
  });

  test('a vault filled up with dated-back junk first is guarded as before: what was there an hour ago is counted for itself', async () => {
    await empty();
    const nine = ids.slice(0, 9);
    await makeVault(nine);
    await machine.query(`update public.vault_entries set added_at = added_at - interval '2 hours'`);
    const junk = `insert into public.vault_entries (password_encrypted, created_at, added_at)
      select 'v2.junk', '2020-01-01', '2020-01-01' from generate_series(1, 60)`;
    await ask(junk);
    await ask(`update public.vault_entries set added_at = '2020-01-01', category = 'x' where password_encrypted = 'v2.junk'`);
    expect(await count(`public.vault_entries where added_at < now() - interval '1 hour'`)).toBe(9);
    const remove = 'delete from public.vault_entries where id = any ($1::uuid[])';
    expect(await refusal(remove, [nine])).toEqual(tooOld);
    await ask(remove, [nine.slice(0, 4)]);
    expect(await refusal(remove, [nine.slice(4, 5)])).toEqual(tooOld);
  });

  test('one or two entries go without a proof, from however small a vault, and come with what an hour has let go', async () => {
    await empty();
    await makeVault(ids.slice(0, 3));
    const remove = 'delete from public.vault_entries where id = $1';
    await ask(remove, [ids[0]]);
    await ask(remove, [ids[1]]);
    expect(await refusal(remove, [ids[2]])).toEqual(tooOld);
    await machine.query(`update private.vault_removed set removed_at = removed_at - interval '1 hour'`);
    await ask(remove, [ids[2]]);
  });

  test('icons, categories and favourites of all entries, and one entry saved all day, want none', async () => {
    await ask(`update public.vault_entries set icon = 'i2.x', category = 'home', favorite = false`);
    for (let turn = 0; turn < 25; turn += 1)
      await ask(`update public.vault_entries set password_encrypted = $2 where id = $1`, [ids[0], `v2.${turn}`]);
    expect(await ask('select public.removed_vault_entries() as answer')).toHaveLength(25);
  });

  test('an entry cannot be moved to another id, which would be a removal that nobody sees', async () => {
    expect(await refusal('update public.vault_entries set id = gen_random_uuid() where id = $1', [ids[0]])).toMatchObject({
      sqlState: '23001',
    });
  });

  test('another vault in the place of this one wants a proof that is newer than the last lock', async () => {
    const other = newVault({ parts: [head('junk')] });
    const replace = 'select public.replace_vault($1, $2) as answer';
    expect(await refusal(replace, [vaultId, other])).toEqual(tooOld);
    await ask('select public.lock_vault() as answer');
    expect(await refusal(replace, [vaultId, other], proven(30))).toEqual({ sqlState: 'PT403', detail: 'verification_before_lock' });
    await machine.query(`update private.vaults set locked_at = now() - interval '1 minute'`);
    expect(await ask(replace, [vaultId, other], proven(30))).toEqual({ epoch: 2 });
  });

  test('whoever asks first hears whether a proof is fresh', async () => {
    const fresh = 'select public.vault_proof_is_fresh() as answer';
    expect(await ask(fresh)).toBe(false);
    expect(await ask(fresh, [], proven(10))).toBe(true);
  });

  test('what was removed or overwritten is there for 30 days, each text of it, and then is not', async () => {
    await ask(`update public.vault_entries set password_encrypted = 'second' where id = $1`, [ids[0]]);
    await ask('delete from public.vault_entries where id = $1', [ids[0]]);
    const read = 'select public.removed_vault_entries() as answer';
    const kept = await ask(read);
    expect(kept).toMatchObject([
      { entry_id: ids[0], how: 'removed', row: { password_encrypted: 'second' } },
      { entry_id: ids[0], how: 'overwritten', row: { password_encrypted: `v2.first ${ids[0]}`, category: 'work' } },
    ]);
    await machine.query(`update private.vault_removed set removed_at = now() - interval '29 days'`);
    expect(await ask(read)).toHaveLength(2);
    await machine.query(`update private.vault_removed set removed_at = now() - interval '31 days'`);
    expect(await ask(read)).toEqual([]);
    await ask('delete from public.vault_entries where id = $1', [ids[1]]);
    expect(await count('private.vault_removed')).toBe(1);
  });

  test('ways in and manifest of a vault that was replaced come back as they were, by a fresh proof', async () => {
    await ask(write, [1, randomUUID(), { chain, parts: [head('two')] }]);
    const junk = newVault({ parts: [head('junk')] });
    await ask('select public.replace_vault($1, $2) as answer', [vaultId, junk], proven(10));
    const moments = (await ask('select public.removed_vault_keys() as answer')) as { at: string; slots: string[] }[];
    expect(moments).toMatchObject([{ vault_id: vaultId, epoch: 2, slots: ['master', 'recovery'] }]);
    const restore = 'select public.restore_vault_keys($1) as answer';
    expect(await refusal(restore, [moments[0]?.at])).toEqual(tooOld);
    expect(await ask(restore, [moments[0]?.at], proven(10))).toEqual({ vault_id: vaultId, epoch: 4 });
    expect(await ask('select public.vault_snapshot() as answer', [], proven(10))).toMatchObject({
      vault_id: vaultId,
      slots: expect.arrayContaining([expect.objectContaining({ id: master.id }), expect.objectContaining({ id: recovery.id })]),
      parts: [head('two'), { part: 3, envelope: 'm2.shard' }],
      // The history of its heads is the former one, and the restored head stands at its end.
      tip: { chain: nextChain({ chain: firstChain(ownerId, vaultId), digest: digestOf('m2.one') }), digest: digestOf('m2.two') },
    });
    expect(await ask('select public.vault_snapshot(0) as answer', [], proven(10))).toMatchObject({
      links: [{ epoch: 1 }, { epoch: 2 }, { epoch: 4 }],
    });
    expect(await refusal(restore, ['2020-01-01T00:00:00Z'], proven(10))).toMatchObject({ accepted: expect.anything() });
    expect(await refusal(restore, ['2099-01-01T00:00:00Z'], proven(10))).toEqual({ sqlState: 'PT404', detail: 'nothing_kept' });
  });

  test('after a rotation the owner erases what lies there under the old key, by a fresh proof; deleting everything does too', async () => {
    await ask('delete from public.vault_entries where id = $1', [ids[0]]);
    const erase = 'select public.erase_removed_vault_rows() as answer';
    expect(await refusal(erase)).toEqual(tooOld);
    expect(Number(await ask(erase, [], proven(10)))).toBe(1);
    await ask('delete from public.vault_entries where id = $1', [ids[1]]);
    await ask('select public.delete_everything() as answer', [], proven(10));
    expect(await count('private.vault_removed')).toBe(0);
  });
});
