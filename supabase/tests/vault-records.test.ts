import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession } from './people.ts';
import { askerOf, chain, entry, head, keyId, newVault, provenAgo, refusalOf as refusal, slot, sealedText as textOf } from './vault-asks.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');
const other = await addAccount(superuser);

beforeEach(async () => {
  await machine.query('delete from private.vaults');
  await machine.query('delete from public.notes');
  await ask('select public.create_vault($1) as answer', [newVault()]);
});

/** The owner, who has no authenticator, with a password of now: a rotation takes ways in away. */
const ask = askerOf(requests, () => provenAgo(owner, 0, 'password'), machine);

type Written = Readonly<Record<string, unknown>>;

function change(records: unknown, more: Written = {}) {
  return { parts: [head('next'), { part: 64, envelope: 'm2.records' }], chain, records, ...more };
}

const write = (epoch: number, records: unknown, more: Written = {}, id = randomUUID()) =>
  ask('select public.write_vault($1, $2, $3) as answer', [epoch, id, JSON.stringify(change(records, more))]);

const fresh = (id: string, more: Written = {}) => ({
  ...{ collection: 'notes', id, expected_version: null, version: 1, sealed: textOf(1), deleted_at: null },
  ...more,
});

async function rows(): Promise<readonly unknown[]> {
  return (await machine.query('select id, version::int, sealed, deleted_at from public.notes order by id')).rows;
}

const storedState = () => ask('select public.vault_snapshot() as answer');

const first = '11111111-0000-4000-8000-000000000001';
const second = '22222222-0000-4000-8000-000000000002';

describe('a change of the vault that brings records', () => {
  test('writes them with the manifest that lists them, and tells how they stand', async () => {
    const createdAt = '2026-11-21T08:00:00+00:00';
    const answer = await write(1, [fresh(first, { created_at: createdAt }), fresh(second)]);
    expect(answer).toMatchObject({
      epoch: 2,
      records: [
        { collection: 'notes', id: first, version: 1, created_at: createdAt, deleted_at: null, updated_at: expect.any(String) },
        { id: second },
      ],
    });
    expect(await rows()).toHaveLength(2);
    expect(await storedState()).toMatchObject({ epoch: 2, parts: [head('next'), { part: 64, envelope: 'm2.records' }] });
  });

  test('changes one over the version it names, removes one, and keeps the text where none is brought', async () => {
    await write(1, [fresh(first), fresh(second)]);
    const changed = { collection: 'notes', id: first, expected_version: 1, version: 2, sealed: textOf(2, 'd'), deleted_at: null };
    const removed = { collection: 'notes', id: second, expected_version: 1, version: 2, deleted_at: '2026-11-21T08:00:00Z' };
    expect(await write(2, [changed, removed])).toMatchObject({ epoch: 3, records: [{ version: 2 }, { version: 2 }] });
    expect(await rows()).toEqual([
      { id: first, version: 2, sealed: textOf(2, 'd'), deleted_at: null },
      { id: second, version: 2, sealed: textOf(1), deleted_at: new Date('2026-11-21T08:00:00Z') },
    ]);
  });

  test('may make a version later than the next, where the manifest knew a later one', async () => {
    await write(1, [fresh(first)]);
    await write(2, [{ collection: 'notes', id: first, expected_version: 1, version: 9, sealed: textOf(9), deleted_at: null }]);
    expect(await rows()).toMatchObject([{ version: 9 }]);
    const backwards = { collection: 'notes', id: first, expected_version: 9, version: 9, sealed: textOf(9), deleted_at: null };
    expect(await refusal(write(3, [backwards]))).toMatchObject({ sqlState: 'PT400' });
  });

  test('is refused as a whole, with the record’s name, where one has another version, is there already, or is gone', async () => {
    await write(1, [fresh(first)]);
    const late = { collection: 'notes', id: first, expected_version: 4, version: 5, sealed: textOf(5), deleted_at: null };
    const nowhere = { ...late, id: second };
    for (const [bad, id] of [[late, first] as const, [fresh(first), first] as const, [nowhere, second] as const]) {
      const refused = await refusal(write(2, [fresh(randomUUID()), bad], { entries: [entry('x')] }));
      expect(refused).toMatchObject({ sqlState: 'PT409', detail: `record_changed notes ${id}` });
    }
    expect(await rows()).toHaveLength(1);
    expect(await storedState()).toMatchObject({ epoch: 2, entry_count: 0 });
  });

  test('from an older epoch writes no record', async () => {
    await write(1, []);
    expect(await refusal(write(1, [fresh(first)]))).toMatchObject({ sqlState: 'PT409', detail: '2' });
    expect(await rows()).toEqual([]);
  });

  test('sent again after a lost answer is written once, and answered with the same rows', async () => {
    const id = randomUUID();
    const answer = await write(1, [fresh(first)], {}, id);
    expect(await write(1, [fresh(first)], {}, id)).toEqual(answer);
    expect(await rows()).toMatchObject([{ version: 1 }]);
  });

  test('of two at once over one version is written once', async () => {
    await write(1, [fresh(first)]);
    const over = (letter: string) => ({
      ...{ collection: 'notes', id: first, expected_version: 1, version: 2, sealed: textOf(2, letter), deleted_at: null },
    });
    const answers = await Promise.all(['d', 'e', 'f'].map((letter) => refusal(write(2, [over(letter)]))));
    expect(answers.filter((answer) => typeof answer === 'object' && answer !== null && 'accepted' in answer)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ version: 2 }]);
  });

  test.each(['tasks', 'vault_entries', 'nowhere', 'notes; drop table public.notes', 'public.notes', 'auth.users', null])(
    'writes to no table that is no sealed collection: %s',
    async (collection) => {
      expect(await refusal(write(1, [fresh(first, { collection })]))).toMatchObject({ sqlState: 'PT400' });
      expect(await storedState()).toMatchObject({ epoch: 1 });
    },
  );

  test('cannot take over the record of somebody else', async () => {
    await machine.query('insert into public.notes (id, user_id, sealed) values ($1, $2, $3)', [first, other, textOf(1, 'o')]);
    const over = { collection: 'notes', id: first, expected_version: 1, version: 2, sealed: textOf(2), deleted_at: null };
    for (const record of [fresh(first), over]) {
      expect(await refusal(write(1, [record]))).toMatchObject({ sqlState: 'PT409', detail: `record_changed notes ${first}` });
    }
    expect(await rows()).toMatchObject([{ version: 1, sealed: textOf(1, 'o') }]);
  });

  test.each([
    ['no list', {}],
    ['2001 records', Array.from({ length: 2001 }, () => fresh(randomUUID()))],
  ])('is refused with %s', async (_, records) => {
    expect(await refusal(write(1, records))).toMatchObject({ sqlState: expect.stringMatching(/^PT4(00|13)$/) });
    expect(await rows()).toEqual([]);
  });
});

describe('the text of a record', () => {
  const shape = '"A sealed record is a text of the vault, not of a later version"';

  test.each([
    ['a readable text', 'Buy milk'],
    ['another format', textOf(1).replace('r2.', 'r3.')],
    ['an entry of the vault', textOf(1).replace('r2.', 'v2.')],
    ['a later version than its row', textOf(2)],
    ['version 0', textOf(0)],
    ['less than the shortest that is sealed', `r2.${keyId}.1.${'c'.repeat(122)}`],
    ['other digits', textOf(1, '+')],
    ['more than 8 MiB', `r2.${keyId}.1.${'c'.repeat(8 * 1_048_576)}`],
  ])('is refused with %s in it', async (_name, sealed) => {
    await machine.query('update private.vault_slots set key_id = $1', [/^..\.([A-Za-z0-9_-]{22})\./.exec(sealed)?.[1] ?? keyId]);
    const message = expect.stringContaining(sealed === 'Buy milk' ? '' : shape);
    await expect(write(1, [fresh(first, { sealed })])).rejects.toMatchObject({ code: '23514', message });
  });

  test.each(['source', 'external_id'])('says nothing readable in %s', async (column) => {
    const text = `insert into public.notes (sealed, user_id, ${column}) values ($1, $2, 'elsewhere')`;
    await expect(machine.query(text, [textOf(1), owner.userId])).rejects.toMatchObject({ code: '23514' });
  });

  test('under a key that the vault no longer has is refused; removing a record under one is not, nor sealing it again with a rotation', async () => {
    await write(1, [fresh(first), fresh(second)]);
    const next = 'n'.repeat(22);
    const { slots } = (await storedState()) as { slots: { id: string }[] };
    const rotation = { slots: [slot('master', next)], removed_slots: slots.map(({ id }) => id) };
    const resealed = { collection: 'notes', id: second, expected_version: 1, version: 2, sealed: textOf(2, 'n', next), deleted_at: null };
    expect(await write(2, [resealed], rotation)).toMatchObject({ epoch: 3 });
    const under = { collection: 'notes', id: first, expected_version: 1, version: 2, sealed: textOf(2), deleted_at: null };
    const message = expect.stringMatching(/^The vault has been given another key\./);
    await expect(write(3, [under])).rejects.toMatchObject({ code: '23514', message });
    const { sealed: _, ...removal } = { ...under, deleted_at: '2026-11-21T08:00:00Z' };
    expect(await write(3, [removal])).toMatchObject({ epoch: 4 });
  });
});
