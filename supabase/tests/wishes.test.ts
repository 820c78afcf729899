import { randomBytes, randomUUID } from 'node:crypto';
import { anonymousCaller, type Caller } from '@castellan/platform/core/caller';
import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession, serviceCaller } from './people.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
await machine.query(
  `select private.seed_wishes('[{"key": "early", "title": "Seeded before anybody owned the site", "category": "Other", "priority": 2, "quantity": 1}]')`,
);
const early = (await machine.query('select user_id from public.wishes')).rows;
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');
const other = await addSession(superuser, await addAccount(superuser), 'aal1');

beforeEach(async () => {
  await machine.query('delete from public.wishes');
  await machine.query(`select private.put_birthday(6, 30, 'Europe/Budapest')`);
});

function asCaller(caller: Caller, text: string, values: readonly unknown[] = []) {
  return attempt(requests, caller, { text, values });
}

async function addWish(quantity = 1): Promise<string> {
  const id = randomUUID();
  await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query(`insert into public.wishes (id, title, quantity) values ($1, 'A lamp', $2)`, [id, quantity]),
  );
  return id;
}

async function claim(wishId: string, { name = 'Guest', token = randomBytes(32), quantity = 1 } = {}): Promise<unknown> {
  const { rows } = await machine.query('select private.claim_wish($1, $2, $3, $4) as outcome', [wishId, name, token, quantity]);
  return rows[0]?.outcome;
}

/** Moves every claim into the past, as if it had been made then. */
function backdate(ago: string): Promise<unknown> {
  return machine.query('update public.wish_claims set created_at = created_at - $1::interval', [ago]);
}

async function thanks(): Promise<readonly unknown[]> {
  const answer = await asCaller(owner.caller, 'select wish_title, display_name, quantity from public.wish_thanks()');
  return answer.ok ? answer.rows : [answer.sqlState];
}

async function freeOf(wishId: string): Promise<unknown> {
  const answer = await asCaller(anonymousCaller, 'select free from public.wish_availability() where id = $1', [wishId]);
  return answer.ok ? answer.rows[0]?.['free'] : answer.sqlState;
}

describe('the moment at which the owner may know of a claim', () => {
  test.each([
    ['made in spring: the end of this year’s day, which is midnight in Budapest', '2027-03-01T12:00Z', '2027-06-30T22:00:00.000Z'],
    ['made on the day itself', '2027-06-30T12:00Z', '2027-06-30T22:00:00.000Z'],
    ['made in the last millisecond of the day', '2027-06-30T21:59:59.999Z', '2027-06-30T22:00:00.000Z'],
    ['made as the day had ended: next year', '2027-06-30T22:00:00Z', '2028-06-30T22:00:00.000Z'],
    ['made at new year there, still last year in UTC', '2026-12-31T23:30:00Z', '2027-06-30T22:00:00.000Z'],
  ])('%s', async (_, claimedAt, expected) => {
    const { rows } = await machine.query('select private.claim_revealed_at($1) as at', [claimedAt]);
    expect(rows[0]?.at.toISOString()).toBe(expected);
  });

  test('follows the owner’s zone, not the database’s or the visitor’s', async () => {
    await machine.query(`select private.put_birthday(6, 30, 'Pacific/Kiritimati')`);
    const { rows } = await machine.query(`select private.claim_revealed_at('2027-01-01T12:00Z') as at`);
    expect(rows[0]?.at.toISOString()).toBe('2027-06-30T10:00:00.000Z');
  });

  test('never comes while nobody has said when the birthday is', async () => {
    await machine.query('delete from private.birthday');
    await claim(await addWish());
    await backdate('10 years');
    expect(await thanks()).toEqual([]);
  });

  test('a zone that the database does not know, and a day that not every year has, are refused', async () => {
    await expect(machine.query(`select private.put_birthday(6, 30, 'Europe/Atlantis')`)).rejects.toMatchObject({ code: '22023' });
    await expect(machine.query(`select private.put_birthday(2, 29, 'UTC')`)).rejects.toMatchObject({ code: '22008' });
  });
});

describe('before the day', () => {
  /** Everything that a session of the owner’s can ask of a wish and of claims, as one text. */
  async function everythingTheOwnerCanAsk(wishId: string): Promise<string> {
    const questions = [
      'select *, xmin, ctid from public.wishes',
      'select count(*) from public.wishes',
      'select count(*) from public.wish_claims',
      'select 1 from public.wish_claims limit 1',
      'explain select * from public.wish_claims',
      'explain (costs) select * from public.wishes',
      'select * from public.listed_wishes()',
      'select * from public.wish_availability()',
      'select * from public.wish_thanks()',
      'select count(*) from public.wish_thanks()',
      `select private.promised_quantity('${wishId}')`,
      `select private.claim_wish('${wishId}', 'Me', sha256('x'), 1)`,
      'select * from private.seeded_wishes',
      'select * from private.birthday',
      `select relname, reltuples from pg_class where relname = 'wish_claims' and has_table_privilege(oid, 'select')`,
      `update public.wishes set quantity = 1 where id = '${wishId}' returning quantity, acquired_at`,
      `update public.wishes set deleted_at = now() where id = '${wishId}' returning title`,
      `delete from public.wishes where id = '${wishId}'`,
    ];
    const answers = [];
    for (const text of questions) answers.push(await asCaller(owner.caller, text));
    return JSON.stringify(answers);
  }

  test('nothing that the owner can ask is answered differently once somebody has promised something', async () => {
    const wishId = await addWish(3);
    const before = await everythingTheOwnerCanAsk(wishId);
    await claim(wishId, { quantity: 2 });
    expect(await freeOf(wishId)).toBe(1);
    expect(await everythingTheOwnerCanAsk(wishId)).toBe(before);
  });

  test('the owner still changes, archives and removes a promised wish', async () => {
    const wishId = await addWish(2);
    await claim(wishId, { quantity: 2 });
    for (const change of ['quantity = 1', 'acquired_at = now()', 'deleted_at = now()']) {
      const answer = await asCaller(owner.caller, `update public.wishes set ${change} where id = $1`, [wishId]);
      expect(answer).toMatchObject({ ok: true, count: 1 });
    }
  });

  test('claims are sent over no live channel', async () => {
    const { rows } = await superuser.query(`select tablename from pg_publication_tables where tablename like 'wish%'`);
    expect(rows).toEqual([]);
  });
});

describe('after the day', () => {
  test('the owner in a full session reads who promised what, and nobody else does', async () => {
    const wishId = await addWish(3);
    await claim(wishId, { name: 'Grace', quantity: 2 });
    await backdate('1 year');
    await claim(wishId, { name: 'Too late for this year' });
    expect(await thanks()).toEqual([{ wish_title: 'A lamp', display_name: 'Grace', quantity: 2 }]);
    for (const caller of [anonymousCaller, other.caller, serviceCaller]) {
      expect(await asCaller(caller, 'select * from public.wish_thanks()')).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    }
  });

  test('a promise that was taken back is none, and its name is forgotten', async () => {
    const wishId = await addWish();
    const token = randomBytes(32);
    await claim(wishId, { token });
    await machine.query('select private.withdraw_claim($1, $2)', [wishId, token]);
    await backdate('1 year');
    expect(await thanks()).toEqual([]);
    expect((await machine.query('select status, display_name from public.wish_claims')).rows).toEqual([
      { status: 'withdrawn', display_name: null },
    ]);
  });

  test('the promise of a removed wish is still told', async () => {
    const wishId = await addWish();
    await claim(wishId);
    await machine.query('update public.wishes set deleted_at = now()');
    await backdate('1 year');
    expect(await thanks()).toHaveLength(1);
  });
});

describe('promising', () => {
  test('of ten at once for one of a kind exactly one wins', async () => {
    const wishId = await addWish();
    // The pool sends them over three connections of its own.
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(wishId, { name: `Guest ${index}` })));
    expect(outcomes.toSorted()).toEqual(['claimed', ...Array.from({ length: 9 }, () => 'taken')]);
    expect(await freeOf(wishId)).toBe(0);
  });

  test('a second one waits for the first to be decided', async () => {
    const wishId = await addWish();
    const [first, second] = await Promise.all([machine.connect(), machine.connect()]);
    try {
      await first.query('begin');
      await first.query(`select private.claim_wish($1, 'First', $2, 1)`, [wishId, randomBytes(32)]);
      const waiting = second.query(`select private.claim_wish($1, 'Second', $2, 1) as outcome`, [wishId, randomBytes(32)]);
      await first.query('rollback');
      expect((await waiting).rows[0]?.outcome).toBe('claimed');
    } finally {
      first.release();
      second.release();
    }
  });

  test('no more than are wished for; taken back, they are free again; the same token again is the same promise', async () => {
    const wishId = await addWish(3);
    const token = randomBytes(32);
    expect(await claim(wishId, { token, quantity: 2 })).toBe('claimed');
    expect(await claim(wishId, { token, quantity: 2 })).toBe('claimed');
    expect(await freeOf(wishId)).toBe(1);
    expect(await claim(wishId, { quantity: 2 })).toBe('fewer');
    expect(await claim(wishId)).toBe('claimed');
    expect(await claim(wishId)).toBe('taken');
    const withdraw = (held: Buffer) => machine.query('select private.withdraw_claim($1, $2) as done', [wishId, held]);
    expect((await withdraw(randomBytes(32))).rows).toEqual([{ done: false }]);
    expect((await withdraw(token)).rows).toEqual([{ done: true }]);
    expect((await withdraw(token)).rows).toEqual([{ done: false }]);
    expect(await freeOf(wishId)).toBe(2);
  });

  test.each([
    ['private', `update public.wishes set visibility = 'private'`],
    ['removed', 'update public.wishes set deleted_at = now()'],
    ['received', 'update public.wishes set acquired_at = now()'],
  ])('not what is %s, and nobody but the owner sees it', async (_, change) => {
    const wishId = await addWish();
    await machine.query(change);
    expect(await claim(wishId)).toBe('gone');
    expect(await asCaller(anonymousCaller, 'select * from public.listed_wishes()')).toMatchObject({ ok: true, rows: [] });
    expect(await freeOf(wishId)).toBeUndefined();
    expect(await asCaller(owner.caller, 'select id from public.wishes')).toMatchObject({ rows: [{ id: wishId }] });
    expect(await asCaller(other.caller, 'select id from public.wishes')).toMatchObject({ rows: [] });
  });

  test('under no name that hides something', async () => {
    const wishId = await addWish();
    for (const name of ['', '  ', ' Ada', 'Ada\nVarga', 'a\u202Eb', 'a\u200Bb', 'x'.repeat(61)]) {
      await expect(claim(wishId, { name }), JSON.stringify(name)).rejects.toMatchObject({ code: '23514' });
    }
  });
});

test('a visitor reads the public columns and nothing else of a wish', async () => {
  await addWish();
  const answer = await asCaller(anonymousCaller, 'select * from public.listed_wishes()');
  expect(answer.ok && Object.keys(answer.rows[0] ?? {})).toEqual([
    'id',
    'title',
    'url',
    'price_minor',
    'currency',
    'priority',
    'category',
    'note',
    'quantity',
  ]);
});

describe('the first wishes', () => {
  const seed = (...wishes: readonly object[]) =>
    machine.query('select private.seed_wishes($1) as added', [
      JSON.stringify(wishes.map((wish) => ({ category: 'Other', priority: 2, quantity: 1, ...wish }))),
    ]);

  test('are put in before there is an owner, and belong to whoever becomes it', async () => {
    expect(early).toEqual([{ user_id: null }]);
    await seed({ key: 'later', title: 'Later' });
    expect((await machine.query('select user_id from public.wishes')).rows).toEqual([{ user_id: owner.userId }]);
  });

  test('come once, in their order, whatever the owner made of them', async () => {
    expect((await seed({ key: 'one', title: 'One' }, { key: 'two', title: 'Two' })).rows).toEqual([{ added: 2 }]);
    await machine.query(`update public.wishes set title = 'Changed' where title = 'One'`);
    await machine.query(`delete from public.wishes where title = 'Two'`);
    expect((await seed({ key: 'one', title: 'One' }, { key: 'two', title: 'Two' }, { key: 'three', title: 'Three' })).rows).toEqual([
      { added: 1 },
    ]);
    expect((await machine.query('select title from public.listed_wishes()')).rows).toEqual([{ title: 'Changed' }, { title: 'Three' }]);
  });
});

test.each([
  ['a link that would run a script', `(title, url) values ('x', 'javascript:alert(1)')`],
  ['a price without a currency', `(title, price_minor) values ('x', 5)`],
  ['a fourth priority', `(title, priority) values ('x', 4)`],
  ['a title of two lines', `(title) values (E'a\\nb')`],
])('the owner writes no %s', async (_, values) => {
  expect(await asCaller(owner.caller, `insert into public.wishes ${values}`)).toMatchObject({ ok: false, sqlState: '23514' });
});
