import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, answerOf, openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession, verifyFactor } from './people.ts';
import { askerOf, chain, claiming, entry, firstChain, head, newVault, nextChain, provenAgo, refusalOf, slot } from './vault-asks.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
await verifyFactor(auth, ownerId);
const owner = await addSession(superuser, ownerId, 'aal2');
const other = await addAccount(superuser);

beforeEach(async () => {
  await machine.query('delete from private.vaults');
  await machine.query('delete from public.vault_entries');
});

const ask = askerOf(requests, () => owner.caller, machine);
const refusal = (...asked: Parameters<typeof ask>) => refusalOf(ask(...asked));

const create = 'select public.create_vault($1) as answer';
const upgrade = 'select public.upgrade_vault($1) as answer';
const write = `select public.write_vault($1, $2, $3::jsonb || '{"chain": "${chain}"}') as answer`;
const writeAsItIs = 'select public.write_vault($1, $2, $3) as answer';
const snapshot = 'select public.vault_snapshot() as answer';
const share = 'select public.vault_device_share($1) as answer';
const putShare = 'select public.put_vault_device_share($1) as answer';

/** The owner with a token that tells of an authenticator verified that many seconds ago, or of a passkey. */
const verifiedAgo = (seconds: number): Caller => provenAgo(owner, seconds, 'password', 'totp');
const passkeyAgo = (seconds: number): Caller => provenAgo(owner, seconds, 'mfa/webauthn');

const digestOfHead = (text: string) => createHash('sha256').update(`m2.${text}`).digest('base64url');

/** The vault whose history tests walk, and the chain that it begins with. */
const vaultId = randomUUID();
const began = firstChain(ownerId, vaultId);

/** What a session is shown that was proven just now. */
const shown = () => ask(snapshot, [], verifiedAgo(1));

describe('a vault is made', () => {
  test('once: a second one is refused, and nothing of it stays', async () => {
    expect(await ask(create, [newVault()])).toEqual({ epoch: 1 });
    expect(await refusal(create, [newVault()])).toEqual({ sqlState: 'PT409', detail: 'vault_exists' });
    expect(await shown()).toMatchObject({ exists: true, epoch: 1, slots: [{ kind: 'master' }], parts: [head('one')] });
  });

  test('never over entries: they belong to a vault that was not found, or to a legacy product', async () => {
    await ask(`insert into public.vault_entries (password_encrypted) values ('older') returning 1 as answer`);
    expect(await refusal(create, [newVault()])).toEqual({ sqlState: 'PT409', detail: 'vault_exists' });
    expect(await ask(upgrade, [newVault()])).toEqual({ epoch: 1 });
    expect(await refusal(upgrade, [newVault()])).toEqual({ sqlState: 'PT409', detail: 'vault_exists' });
  });

  test('by an upgrade only where there is something to upgrade', async () => {
    expect(await refusal(upgrade, [newVault()])).toEqual({ sqlState: 'PT409', detail: 'nothing_to_upgrade' });
  });

  test('by one of two that begin at the same moment', async () => {
    const answers = await Promise.all([refusal(create, [newVault()]), refusal(create, [newVault()]), refusal(create, [newVault()])]);
    expect(answers.filter((answer) => JSON.stringify(answer) === '{"accepted":{"epoch":1}}')).toHaveLength(1);
    expect(answers.filter((answer) => JSON.stringify(answer).includes('vault_exists'))).toHaveLength(2);
  });

  test('with a master and a head, or not at all', async () => {
    expect(await refusal(create, [{ ...newVault(), slots: [slot('recovery')] }])).toMatchObject({ sqlState: 'PT400' });
    expect(await refusal(create, [{ ...newVault(), parts: [{ part: 3, envelope: 'm2.x' }] }])).toMatchObject({ sqlState: 'PT400' });
    expect(await shown()).toMatchObject({ exists: false, vault_id: null, epoch: null, slots: [], parts: [] });
  });
});

describe('a change', () => {
  beforeEach(() => ask(create, [newVault()]));

  test('is written whole: entries, parts, slots and the next epoch', async () => {
    const kept = entry('a');
    const recovery = slot('recovery');
    const change = { entries: [kept, entry('b')], parts: [head('two'), { part: 5, envelope: 'm2.five' }], slots: [recovery] };
    expect(await ask(write, [1, randomUUID(), change])).toEqual({ epoch: 2 });
    const { rows } = await machine.query('select id, user_id, title, category, favorite, password_encrypted from public.vault_entries');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ ...kept, user_id: ownerId, title: '' });
    expect(await shown()).toMatchObject({ epoch: 2, entry_count: 2, parts: [head('two'), { part: 5 }] });
  });

  test('from an older epoch is refused with the present one, and leaves nothing', async () => {
    await ask(write, [1, randomUUID(), { parts: [head('two')] }]);
    const stale = { entries: [entry('x')], parts: [head('stale')] };
    expect(await refusal(write, [1, randomUUID(), stale])).toEqual({ sqlState: 'PT409', detail: '2' });
    expect(await shown()).toMatchObject({ epoch: 2, entry_count: 0, parts: [head('two')] });
  });

  test('of two at once from one epoch is written once', async () => {
    const changes = ['a', 'b', 'c', 'd'].map((text) => refusal(write, [1, randomUUID(), { parts: [head(text)], entries: [entry(text)] }]));
    const answers = await Promise.all(changes);
    expect(answers.filter((answer) => JSON.stringify(answer) === '{"accepted":{"epoch":2}}')).toHaveLength(1);
    expect(await shown()).toMatchObject({ epoch: 2, entry_count: 1 });
  });

  test('sent again after a lost answer gets its answer again and is not written twice', async () => {
    const id = randomUUID();
    const change = { parts: [head('two')], entries: [entry('a')] };
    expect(await ask(write, [1, id, change])).toEqual({ epoch: 2 });
    expect(await ask(write, [1, id, change])).toEqual({ epoch: 2 });
    expect(await shown()).toMatchObject({ epoch: 2, entry_count: 1 });
  });

  test('that fails in its last line leaves nothing of its first', async () => {
    const change = { parts: [head('two')], entries: [entry('good'), { ...entry('bad'), icon: 'not sealed' }] };
    expect(await refusal(write, [1, randomUUID(), change])).toMatchObject({ sqlState: '23514' });
    expect(await shown()).toMatchObject({ epoch: 1, entry_count: 0, parts: [head('one')] });
  });

  test('cannot take over the entry or the slot of somebody else', async () => {
    const theirs = randomUUID();
    await machine.query(`insert into public.vault_entries (id, user_id, password_encrypted) values ($1, $2, 'theirs')`, [theirs, other]);
    const change = { parts: [head('two')], entries: [entry('mine', theirs)] };
    expect(await refusal(write, [1, randomUUID(), change])).toEqual({ sqlState: 'PT409', detail: 'entry_id_taken' });
    expect((await machine.query('select password_encrypted from public.vault_entries')).rows).toEqual([{ password_encrypted: 'theirs' }]);
  });

  test('cannot take away the last master', async () => {
    const { slots } = (await shown()) as { slots: { id: string }[] };
    const change = { parts: [head('two')], removed_slots: slots.map(({ id }) => id) };
    expect(await refusal(write, [1, randomUUID(), change], verifiedAgo(1))).toMatchObject({ sqlState: 'PT400' });
  });

  test.each([
    ['no object', '"text"', 'PT400'],
    ['no head', '{"entries": []}', 'PT400'],
    ['a head that is brought and taken away', '{"parts": [{"part": -1, "envelope": "m2.x", "removed": true}]}', 'PT400'],
    ['lists that are none', '{"parts": {"part": -1}}', 'PT400'],
    ['a part beyond the last', '{"parts": [{"part": -1, "envelope": "m2.x"}, {"part": 128, "envelope": "m2.x"}]}', '23514'],
    ['an envelope of another kind', '{"parts": [{"part": -1, "envelope": "v2.x"}]}', '23514'],
    ['too many items', JSON.stringify({ parts: [head('x')], removed_entries: Array.from({ length: 2001 }, () => randomUUID()) }), 'PT413'],
  ])('of %s is refused', async (_what, change, sqlState) => {
    expect(await refusal(write, [1, randomUUID(), change])).toMatchObject({ sqlState });
    expect(await shown()).toMatchObject({ epoch: 1 });
  });

  test('keeps the picture of a site unless it brings another, or takes it away', async () => {
    const kept = entry('a');
    const written = async (epoch: number, changed: object) => {
      await ask(write, [epoch, randomUUID(), { parts: [head(`epoch ${epoch}`)], entries: [{ ...kept, ...changed }] }]);
      return (await machine.query('select icon, password_encrypted from public.vault_entries')).rows;
    };
    expect(await written(1, { icon: 'i2.picture' })).toEqual([{ icon: 'i2.picture', password_encrypted: 'v2.a' }]);
    expect(await written(2, { password_encrypted: 'v2.b' })).toEqual([{ icon: 'i2.picture', password_encrypted: 'v2.b' }]);
    expect(await written(3, { icon: 'i2.other' })).toEqual([{ icon: 'i2.other', password_encrypted: 'v2.a' }]);
    expect(await written(4, { icon: null })).toEqual([{ icon: null, password_encrypted: 'v2.a' }]);
  });
});

test('the epoch never goes down, even for the role that owns the table', async () => {
  await ask(create, [newVault()]);
  await ask(write, [1, randomUUID(), { parts: [head('two')] }]);
  const client = await machine.connect();
  const answer: Answer = await answerOf(client, { text: 'update private.vaults set epoch = 1' }).finally(() => client.release());
  expect(answer).toMatchObject({ ok: false, sqlState: '23001' });
});

describe('what a vault is made of', () => {
  const withheld = { exists: true, epoch: 2, entry_count: 0, withheld: true, slots: [], parts: [], links: [], tip: null };
  const seen = createHash('sha256').update('m2.two').digest('base64url');
  const showTo = (caller: Caller, since: number | null, digest: string | null) =>
    ask('select public.vault_snapshot($1, $2) as answer', [since, digest], caller);
  beforeEach(async () => {
    await ask(create, [newVault({ vault_id: vaultId })]);
    await ask(write, [1, randomUUID(), { parts: [head('two')] }]);
  });

  test('does not leave for a token that was stolen: no slot to guess at, and no head to show as seen', async () => {
    for (const caller of [owner.caller, verifiedAgo(301), verifiedAgo(-90)]) {
      expect(await showTo(caller, null, null)).toMatchObject(withheld);
      expect(await showTo(caller, 2, 'a'.repeat(43))).toMatchObject(withheld);
      expect(await showTo(caller, 1, seen)).toMatchObject(withheld);
    }
  });

  test('leaves for a device that has seen the vault, and for a session that was proven within five minutes', async () => {
    const whole = { withheld: false, slots: [{ kind: 'master' }], parts: [head('two')] };
    expect(await showTo(owner.caller, 2, seen)).toMatchObject(whole);
    expect(await showTo(verifiedAgo(290), null, null)).toMatchObject(whole);
    expect(await showTo(passkeyAgo(0), null, null)).toMatchObject(whole);
  });

  test('leaves for a device on the state that was not chosen in a restore', async () => {
    const digest = 'e'.repeat(43);
    const parents = [
      { chain: nextChain({ chain: began, digest: digestOfHead('one') }), digest: seen },
      { chain, digest },
    ];
    await ask(write, [2, randomUUID(), { parts: [head('three')], joined: { parents, epoch: 9 } }]);
    expect(await showTo(owner.caller, 9, digest)).toMatchObject({ withheld: false, links: [{ epoch: 10, parents }] });
  });
});

describe('the history of a vault', () => {
  const point = { chain, digest: chain };
  const digestOf = digestOfHead;
  const since = async (epoch: number | null) => {
    const { links, tip } = (await ask('select public.vault_snapshot($1) as answer', [epoch], verifiedAgo(1))) as Record<string, unknown>;
    return { links, tip };
  };
  beforeEach(() => ask(create, [newVault({ vault_id: vaultId })]));

  test('is handed out from any epoch on, one digest a write', async () => {
    await ask(write, [1, randomUUID(), { parts: [head('two')] }]);
    await ask(write, [2, randomUUID(), { parts: [head('three')] }]);
    const second = { chain: nextChain({ chain: began, digest: digestOf('one') }), digest: digestOf('two') };
    const tip = { chain: nextChain(second), digest: digestOf('three') };
    expect(await since(null)).toEqual({ links: [], tip });
    expect(await since(3)).toEqual({ links: [], tip });
    expect(await since(1)).toEqual({
      links: [
        { epoch: 2, digest: digestOf('two') },
        { epoch: 3, digest: digestOf('three') },
      ],
      tip,
    });
  });

  test('is not gone on with by a page from before heads had a chain, neither by a change nor by a new vault', async () => {
    const outdated = { sqlState: 'PT400', detail: 'page_outdated' };
    expect(await refusal(writeAsItIs, [1, randomUUID(), { parts: [head('two')] }])).toEqual(outdated);
    expect(await shown()).toMatchObject({ epoch: 1, parts: [head('one')] });
    await machine.query('delete from private.vaults');
    const { chain: _, ...older } = newVault();
    expect(await refusal(create, [older])).toEqual(outdated);
  });

  test('names both states where the owner chose between two, and its epoch is above both', async () => {
    const parents = [
      { chain: began, digest: digestOf('one') },
      { chain: '', digest: 'e'.repeat(43) },
    ];
    const change = { parts: [head('two')], joined: { parents, epoch: 40 } };
    const id = randomUUID();
    expect(await ask(write, [1, id, change])).toEqual({ epoch: 41 });
    expect(await ask(write, [1, id, change])).toEqual({ epoch: 41 });
    expect((await since(1)).links).toEqual([{ epoch: 41, digest: digestOf('two'), parents }]);
    // One that is behind changes nothing in how the epoch goes up.
    const ahead = [{ chain: nextChain(...parents), digest: digestOf('two') }, point];
    const behind = { parts: [head('three')], joined: { parents: ahead, epoch: 3 } };
    expect(await ask(write, [41, randomUUID(), behind])).toEqual({ epoch: 42 });
  });

  const broken = { sqlState: 'PT400', detail: 'chain_broken' };
  const asItIs = (change: object) => refusal(writeAsItIs, [1, randomUUID(), { parts: [head('two')], ...change }]);

  test('takes no chain that a session made up, so that it cannot be told of as a fork on every device', async () => {
    const first = { chain: began, digest: digestOf('one') };
    for (const made of ['x'.repeat(43), nextChain(first, first), nextChain({ chain: began, digest: digestOf('other') })])
      expect(await asItIs({ chain: made })).toEqual(broken);
    expect(await shown()).toMatchObject({ epoch: 1, parts: [head('one')] });
    expect(await asItIs({ chain: nextChain(first) })).toEqual({ accepted: { epoch: 2 } });
  });

  test('takes a joined state only with the chain over both, and only where one of the two is the present state', async () => {
    const [present, foreign, another] = [
      { chain: began, digest: digestOf('one') },
      { chain: '', digest: 'e'.repeat(43) },
      { chain, digest: 'f'.repeat(43) },
    ];
    const joining = (parents: readonly (typeof present)[], made = nextChain(...parents)) =>
      asItIs({ chain: made, joined: { parents, epoch: 1 } });
    expect(await joining([foreign, another])).toEqual(broken);
    expect(await joining([present, foreign], nextChain(foreign, present))).toEqual(broken);
    expect(await joining([present, foreign], nextChain(present))).toEqual(broken);
    expect(await joining([present, foreign])).toEqual({ accepted: { epoch: 2 } });
  });

  test('begins with the chain of this owner’s vault of this name, and with no other: founded, upgraded or put in another’s place', async () => {
    const made = (given: string) => JSON.stringify({ ...newVault({ vault_id: randomUUID() }), chain: given });
    const foreign = [firstChain(ownerId, vaultId), firstChain(randomUUID(), vaultId), 'x'.repeat(43)];
    const replace = `select public.replace_vault('${vaultId}', $1) as answer`;
    for (const given of foreign) expect(await refusal(replace, [made(given)], verifiedAgo(1))).toEqual(broken);
    expect(await shown()).toMatchObject({ vault_id: vaultId, epoch: 1, parts: [head('one')] });
    await machine.query('delete from private.vaults');
    for (const given of foreign) expect(await refusal(create, [made(given)])).toEqual(broken);
    await ask(`insert into public.vault_entries (password_encrypted) values ('older') returning 1 as answer`);
    for (const given of foreign) expect(await refusal(upgrade, [made(given)])).toEqual(broken);
    expect(await shown()).toMatchObject({ exists: false });
  });

  test('goes on by the device’s word where the database does not know what the present head seals', async () => {
    const made = 'x'.repeat(43);
    await machine.query(`update private.vault_parts set envelope = 'm2.of a backup' where part = -1`);
    expect(await asItIs({ chain: made })).toEqual({ accepted: { epoch: 2 } });
    await machine.query(`update private.vault_links set chain = ''`);
    expect(await refusal(writeAsItIs, [2, randomUUID(), { parts: [head('three')], chain: made }])).toEqual({ accepted: { epoch: 3 } });
  });

  test.each([
    ['no object', '"text"'],
    ['alone', { parents: [{ chain, digest: chain }], epoch: 2 }],
    ['of no digest', { parents: [point, { chain, digest: 'short' }], epoch: 2 }],
    ['of another shape', { parents: [point, 'text'], epoch: 2 }],
    ['epoch 999999999999999', { parents: [point, point], epoch: 999_999_999_999_999 }],
    ['a million epochs ahead', { parents: [point, point], epoch: 1_000_002 }],
  ])('does not go on from a state that is %s', async (_what, joined) => {
    expect(await refusal(write, [1, randomUUID(), { parts: [head('two')], joined }])).toMatchObject({ sqlState: 'PT400' });
    expect(await shown()).toMatchObject({ epoch: 1 });
  });
});

describe("a device's share", () => {
  const slotId = randomUUID();
  let made: unknown;
  beforeEach(async () => {
    await ask(create, [newVault()]);
    made = await ask(putShare, [slotId]);
  });

  test('is made once and never replaced', async () => {
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await refusal(putShare, [slotId])).toEqual({ sqlState: 'PT409', detail: 'share_exists' });
  });

  test('leaves for a verification under five minutes old', async () => {
    expect(await ask(share, [slotId], verifiedAgo(5))).toBe(made);
    expect(await ask(share, [slotId], verifiedAgo(290))).toBe(made);
  });

  test.each([
    ['an older one', verifiedAgo(301)],
    ['one of the future', verifiedAgo(-90)],
    ['none', owner.caller],
    ['a garbled one', claiming(owner, { amr: [{ method: 'totp', timestamp: 'now' }] })],
    ['a passkey, which is no code', passkeyAgo(0)],
    ['a list that is none', claiming(owner, { amr: 'totp' })],
  ])('stays for %s', async (_what, caller) => {
    expect(await refusal(share, [slotId], caller)).toEqual({ sqlState: 'PT403', detail: 'verification_too_old' });
  });

  test('stays for a verification from before the last lock', async () => {
    const before = verifiedAgo(1);
    expect(await ask('select public.lock_vault() as answer')).toBe(true);
    expect(await refusal(share, [slotId], before)).toEqual({ sqlState: 'PT403', detail: 'verification_before_lock' });
  });

  test('is locked away with a row in the log, which names the reason where that is a word', async () => {
    await ask(`select public.lock_vault('leaving') as answer`);
    await ask(`select public.lock_vault('My bank') as answer`);
    await ask('select public.lock_vault() as answer');
    const { rows } = await machine.query(`select activity_description, user_id, reported_by, metadata from public.activity_logs
      where activity_type = 'vault_activity' order by sequence desc limit 3`);
    const row = { activity_description: 'Vault locked', user_id: ownerId, reported_by: 'client' };
    expect(rows).toEqual([
      { ...row, metadata: { action: 'lock' } },
      { ...row, metadata: { action: 'lock' } },
      { ...row, metadata: { action: 'lock', reason: 'leaving' } },
    ]);
  });

  test('goes with its slot', async () => {
    await ask(write, [1, randomUUID(), { parts: [head('two')], slots: [{ ...slot('device'), id: slotId }] }]);
    await ask(write, [2, randomUUID(), { parts: [head('three')], removed_slots: [slotId] }]);
    expect(await refusal(share, [slotId], verifiedAgo(1))).toEqual({ sqlState: 'PT404', detail: 'share_missing' });
  });

  test('that another change happens to pass by stays until its slot is written', async () => {
    await ask(write, [1, randomUUID(), { parts: [head('two')] }]);
    expect(await ask(share, [slotId], verifiedAgo(1))).toBe(made);
  });
});

describe('a vault whose keys are lost is replaced', () => {
  const replace = 'select public.replace_vault($1, $2) as answer';
  const lostId = randomUUID();
  beforeEach(async () => {
    await ask(create, [newVault({ vault_id: lostId })]);
    await ask(write, [1, randomUUID(), { parts: [head('two'), { part: 1, envelope: 'm2.x' }], entries: [entry('a')] }]);
  });

  test('by its name and a fresh code, its epoch going on, its entries staying where they are', async () => {
    const next = newVault();
    expect(await ask(replace, [lostId, next], verifiedAgo(3))).toEqual({ epoch: 3 });
    const state = await shown();
    expect(state).toMatchObject({
      vault_id: next.vault_id,
      epoch: 3,
      entry_count: 1,
      parts: [head('one')],
      slots: [{ id: next.slots[0]?.id }],
    });
  });

  test('by a fresh passkey as well, which no device’s share leaves for', async () => {
    expect(await ask(replace, [lostId, newVault()], passkeyAgo(3))).toEqual({ epoch: 3 });
  });

  test('not by another name', async () => {
    const wrong = await refusal(replace, [randomUUID(), newVault()], verifiedAgo(3));
    expect(wrong).toEqual({ sqlState: 'PT409', detail: 'vault_replaced' });
  });
});

test('a row of a legacy product is read and written as before, beside the functions', async () => {
  await ask(
    `insert into public.vault_entries (title, username, url, notes, category, favorite, password_encrypted)
      values ('Mail', 'ada', 'https://mail.example', 'n', 'work', true, 'AAAA') returning id as answer`,
  );
  const before = await machine.query('select updated_at from public.vault_entries');
  await ask(`update public.vault_entries set title = 'Post' returning 1 as answer`);
  const { rows } = await machine.query('select title, updated_at from public.vault_entries');
  expect(rows[0].title).toBe('Post');
  expect(rows[0].updated_at.getTime()).toBeGreaterThan(before.rows[0].updated_at.getTime());
});
