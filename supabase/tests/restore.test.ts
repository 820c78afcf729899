import type { Caller } from '@castellan/platform/core/caller';
import { runAs } from '@castellan/platform/core/run-as';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { collections } from '../../web/app/domains/collections.ts';
import { pairTwins, twinColumnsOf } from '../../web/app/domains/passport/same-row.ts';
import { attempt, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession, verifyFactor } from './people.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
const strangerId = await addAccount(superuser);
await verifyFactor(auth, ownerId);
const owner = await addSession(superuser, ownerId, 'aal2');

type Row = Readonly<Record<string, unknown>>;
const idOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const [report, outline, figures] = ['c', 'a', 'b'].map(idOf) as [string, string, string];

/** The owner, who showed a code so many seconds ago. */
function provenAgo(seconds: number): Caller {
  const timestamp = Math.round(Date.now() / 1000) - seconds;
  return { ...owner.caller, claims: { ...owner.caller.claims, amr: [{ method: 'totp', timestamp }] } } as Caller;
}

const answerSchema = z.object({ restored: z.number(), overwritten: z.number(), kept: z.number(), unlinked: z.number() });

async function restore(list: string, rows: readonly Row[], overwrite = false, caller = owner.caller) {
  const { rows: answers } = await runAs(requests, caller, requestFactsOfTest, (client) =>
    client.query<{ answer: unknown }>('select public.restore_rows($1, $2, $3) as answer', [list, JSON.stringify(rows), overwrite]),
  );
  return answerSchema.parse(answers[0]?.answer);
}

/** Which rows were found to be rows of files. */
async function twinsOf(list: string): Promise<unknown> {
  const { rows } = await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query<{ answer: unknown }>('select public.restored_twins($1) as answer', [list]),
  );
  return rows[0]?.answer;
}

/** A table as an export holds it, in the order of its ids. */
async function rowsOf(table: string): Promise<readonly Row[]> {
  const { rows } = await machine.query<{ row: Row }>(
    `select to_jsonb(kept) as row from public.${table} kept where user_id = $1 order by 1`,
    [ownerId],
  );
  return rows.map(({ row }) => row);
}

/** Without what only the database says. */
const said = (rows: readonly Row[]) => rows.map(({ updated_at: _, version: __, ...row }) => row);

const tables = ['tasks', 'focus_sessions', 'wishes', 'notifications', 'notification_preferences'];
const others = ['short_links', 'habits'];

async function empty() {
  for (const table of [...others, ...tables.toReversed()].toSorted((one) => (one === 'focus_sessions' ? -1 : 0)))
    await machine.query(`delete from public.${table}`);
  await superuser.query('delete from private.restored_twins');
}

beforeEach(async () => {
  await empty();
  await machine.query(
    `insert into public.tasks (id, title, notes, tags, due_on, parent_id, user_id, created_at, status, completed_at, position) values
      ($1, 'Report', 'for May', '{metal,"two words"}', '2026-11-24', null, $4, '2026-01-02 03:04:05.678+00', 'done', '2026-02-02 10:00+00', 7),
      ($2, 'Outline', '', '{}', null, $1, $4, '2026-01-03', 'todo', null, 0), ($3, 'Figures', '', '{}', null, $2, $4, '2026-01-04', 'todo', null, 0)`,
    [report, outline, figures, ownerId],
  );
  await machine.query(
    `insert into public.focus_sessions (task_id, started_at, ended_at, user_id) values ($1, '2026-01-05 10:00+00', '2026-01-05 10:25+00', $2)`,
    [outline, ownerId],
  );
  await machine.query(
    `insert into public.wishes (title, price_minor, currency, user_id, acquired_at) values ('A lamp', 1200, 'EUR', $1, '2026-03-03')`,
    [ownerId],
  );
  await machine.query(
    `insert into public.notifications (title, message, type, read, snoozed_until, created_at, user_id) values ('Hello', 'there', 'info', true, '2027-01-01', '2026-04-04', $1)`,
    [ownerId],
  );
  await machine.query(
    `insert into public.notification_preferences (user_id, muted_types, quiet_from, quiet_to) values ($1, '{info}', 1320, 420)`,
    [ownerId],
  );
});

test('into an empty account every row of the file comes back as it was, with its dates, steps and links; doing it twice changes nothing', async () => {
  const before = new Map(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)));
  await empty();
  for (const [table, rows] of before) {
    // A step after the task that it is a part of.
    const ordered =
      table === 'tasks' ? [...rows].reverse().toSorted((one) => (one['id'] === report ? -1 : one['id'] === outline ? -1 : 1)) : rows;
    const sorted = table === 'tasks' ? [report, outline, figures].flatMap((id) => ordered.filter((row) => row['id'] === id)) : ordered;
    expect([table, await restore(table, sorted)]).toEqual([table, { restored: rows.length, overwritten: 0, kept: 0, unlinked: 0 }]);
    expect([table, said(await rowsOf(table))]).toEqual([table, said(rows)]);
  }
  const after = new Map(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)));
  for (const [table, rows] of before) {
    expect([table, await restore(table, rows)]).toEqual([table, { restored: 0, overwritten: 0, kept: rows.length, unlinked: 0 }]);
    expect([table, await restore(table, rows, true, provenAgo(5))]).toEqual([
      table,
      { restored: 0, overwritten: 0, kept: rows.length, unlinked: 0 },
    ]);
    expect([table, await rowsOf(table)]).toEqual([table, after.get(table)]);
  }
});

test('in a used account what was written since stays, and what is in the trash comes back as it is there', async () => {
  const file = await rowsOf('tasks');
  await machine.query(`update public.tasks set title = 'Report, rewritten' where id = $1`, [report]);
  await machine.query(`update public.tasks set notes = 'typed later', deleted_at = now() where id = $1`, [outline]);
  expect(await restore('tasks', file)).toEqual({ restored: 1, overwritten: 0, kept: 2, unlinked: 0 });
  const { rows } = await machine.query('select title, notes, deleted_at from public.tasks where id = any ($1) order by id', [
    [outline, report],
  ]);
  expect(rows).toEqual([
    { title: 'Outline', notes: 'typed later', deleted_at: null },
    { title: 'Report, rewritten', notes: 'for May', deleted_at: null },
  ]);
});

test('over what was written since the file goes by a fresh proof alone, and only where it differs', async () => {
  const file = await rowsOf('tasks');
  await machine.query(`update public.tasks set title = 'Report, rewritten' where id = $1`, [report]);
  for (const caller of [owner.caller, provenAgo(301)]) {
    const answer = await attempt(requests, caller, {
      text: `select public.restore_rows('tasks', $1, true)`,
      values: [JSON.stringify(file)],
    });
    expect(answer).toMatchObject({ ok: false, sqlState: 'PT403' });
  }
  const untouched = (await rowsOf('tasks')).filter(({ id }) => id !== report);
  expect(await restore('tasks', file, true, provenAgo(5))).toEqual({ restored: 0, overwritten: 1, kept: 2, unlinked: 0 });
  expect(said(await rowsOf('tasks'))).toEqual(said(file));
  // Other browsers read what was written since they last asked.
  expect((await rowsOf('tasks')).filter(({ id }) => id !== report)).toEqual(untouched);
  const { rows } = await machine.query(
    `select updated_at > now() - interval '1 minute' as fresh, version > 1 as later from public.tasks where id = $1`,
    [report],
  );
  expect(rows).toEqual([{ fresh: true, later: true }]);
});

test('a link to what is not there is left out and counted, and the row is back', async () => {
  const [step] = (await rowsOf('tasks')).filter(({ id }) => id === figures);
  const sessions = await rowsOf('focus_sessions');
  await empty();
  expect(await restore('tasks', [step ?? {}, { ...step, id: idOf('d'), parent_id: idOf('d') }])).toEqual({
    restored: 2,
    overwritten: 0,
    kept: 0,
    unlinked: 2,
  });
  expect(await restore('focus_sessions', sessions)).toMatchObject({ restored: 1, unlinked: 1 });
  expect((await rowsOf('tasks')).map(({ parent_id }) => parent_id)).toEqual([null, null]);
});

test('a row becomes the owner’s own, and one of somebody else is neither shown nor touched', async () => {
  await machine.query(`insert into public.tasks (id, title, user_id) values ($1, 'Of a stranger', $2)`, [idOf('e'), strangerId]);
  const given = { title: 'Mine', user_id: strangerId, created_at: '2026-01-01T00:00:00Z' };
  expect(
    await restore(
      'tasks',
      [
        { ...given, id: idOf('e') },
        { ...given, id: idOf('f') },
      ],
      true,
      provenAgo(5),
    ),
  ).toMatchObject({ restored: 1, kept: 1 });
  const { rows } = await machine.query('select title, user_id from public.tasks where id = any ($1) order by id', [[idOf('e'), idOf('f')]]);
  expect(rows).toEqual([
    { title: 'Of a stranger', user_id: strangerId },
    { title: 'Mine', user_id: ownerId },
  ]);
});

test('the log, sealed records, the vault and promises are no lists to write, and neither is anything else', async () => {
  const names = [
    'activity_logs',
    'notes',
    'vault_entries',
    'wish_claims',
    'private.owner',
    'pg_class',
    'tasks; drop table tasks',
    'nothing',
  ];
  for (const name of names) {
    const answer = await attempt(requests, provenAgo(5), { text: `select public.restore_rows($1, '[]', true)`, values: [name] });
    expect([name, answer]).toMatchObject([name, { ok: false, sqlState: 'PT400' }]);
  }
});

test('what breaks a rule of the table is refused with the rule’s name, and nothing of that call is written', async () => {
  await empty();
  const rows = [
    { id: idOf('d'), title: 'Good', created_at: '2026-01-01' },
    { id: idOf('e'), title: ' ', created_at: '2026-01-01' },
  ];
  const answer = await attempt(requests, owner.caller, { text: `select public.restore_rows('tasks', $1)`, values: [JSON.stringify(rows)] });
  expect(answer).toMatchObject({ ok: false, sqlState: '23514' });
  expect(await rowsOf('tasks')).toEqual([]);
});

test('every collection in clear can be restored and no sealed one, and links lead to collections that stand before', async () => {
  for (const { name, sealed } of collections) {
    const answer = await attempt(requests, owner.caller, { text: `select public.restore_rows($1, '[]')`, values: [name] });
    expect([name, answer.ok]).toEqual([name, !sealed]);
  }
  const { rows } = await superuser.query<{ from: string; to: string; column: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to, attname as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`,
  );
  const places = collections.map(({ name }) => name);
  for (const { from, to, column } of rows) {
    const [name, target] = [from, to].map((table) => table.replace('public.', '')) as [string, string];
    const collection = collections.find((one) => one.name === name);
    if (collection === undefined || collection.sealed || !places.includes(target)) continue;
    if (target === name) expect([name, collection.partOf]).toEqual([name, column]);
    else expect([name, places.indexOf(target) < places.indexOf(name)]).toEqual([name, true]);
  }
});

/** The wishes on the list that visitors see, by title. */
async function listedTitles(): Promise<readonly string[]> {
  const { rows } = await machine.query<{ title: string }>('select title from public.listed_wishes()');
  return rows.map(({ title }) => title);
}

const wish = (id: string, more: Row = {}): Row => ({
  ...{ id, title: 'A lamp', url: 'https://shop.example/lamp', price_minor: null, currency: null, priority: 2, category: 'Home' },
  ...{ quantity: 1, visibility: 'public', created_at: '2026-01-01T00:00:00+00:00', deleted_at: null },
  ...more,
});

async function seed(rows: readonly Row[]) {
  for (const { id, title, url, priority, deleted_at, created_at } of rows)
    await machine.query(
      `insert into public.wishes (id, user_id, title, url, priority, category, created_at, deleted_at) values ($1, $2, $3, $4, $5, 'Home', $6, $7)`,
      [id, ownerId, title, url, priority, created_at, deleted_at],
    );
}

test('a wish that was seeded here does not stand on the public list twice after a restore from another installation', async () => {
  await empty();
  await seed([wish(idOf('d'), { created_at: '2026-05-05' })]);
  const file = [wish(idOf('1')), wish(idOf('2'), { title: 'A book', url: null })];
  expect(await restore('wishes', file)).toEqual({ restored: 1, overwritten: 0, kept: 1, unlinked: 0 });
  expect(await restore('wishes', file)).toEqual({ restored: 0, overwritten: 0, kept: 2, unlinked: 0 });
  expect([...(await listedTitles())].toSorted()).toEqual(['A book', 'A lamp']);
});

test('a seeded wish that was renamed here does not come back beside itself with a second restore', async () => {
  await empty();
  await seed([wish(idOf('d'), { created_at: '2026-05-05' })]);
  const file = [wish(idOf('1')), wish(idOf('2'), { title: 'A book', url: null })];
  expect(await restore('wishes', file)).toEqual({ restored: 1, overwritten: 0, kept: 1, unlinked: 0 });
  expect(await twinsOf('wishes')).toEqual({ [idOf('1')]: idOf('d') });
  await machine.query(`update public.wishes set title = 'A brass lamp' where id = $1`, [idOf('d')]);
  expect(await restore('wishes', file)).toEqual({ restored: 0, overwritten: 0, kept: 2, unlinked: 0 });
  expect([...(await listedTitles())].toSorted()).toEqual(['A book', 'A brass lamp']);
  // A row of the file that says what the renamed one says now is another wish.
  expect(await restore('wishes', [...file, wish(idOf('3'), { title: 'A brass lamp' })])).toMatchObject({ restored: 1, kept: 2 });
  expect(await restore('wishes', file, true, provenAgo(5))).toMatchObject({ overwritten: 1 });
  expect([...(await listedTitles())].toSorted()).toEqual(['A book', 'A brass lamp', 'A lamp']);
  // One that was removed for good is wanted back.
  await machine.query('delete from public.wishes where id = $1', [idOf('d')]);
  expect(await restore('wishes', file)).toMatchObject({ restored: 1, kept: 1 });
});

test('two equal wishes of a file are two: one of them finds what was seeded, the other is added once', async () => {
  await empty();
  await seed([wish(idOf('d'))]);
  const file = [wish(idOf('1')), wish(idOf('2'))];
  expect(await restore('wishes', file)).toEqual({ restored: 1, overwritten: 0, kept: 1, unlinked: 0 });
  expect(await restore('wishes', file)).toEqual({ restored: 0, overwritten: 0, kept: 2, unlinked: 0 });
  expect(await restore('wishes', file, true, provenAgo(5))).toEqual({ restored: 0, overwritten: 0, kept: 2, unlinked: 0 });
  expect(await listedTitles()).toEqual(['A lamp', 'A lamp']);
});

test('over a twin the file’s row is written on request, and the twin keeps its id, on which promises stand', async () => {
  await empty();
  await seed([wish(idOf('d'), { created_at: '2026-05-05' })]);
  const file = [wish(idOf('1'), { priority: 3, category: 'Shop' })];
  expect(await restore('wishes', file)).toMatchObject({ kept: 1 });
  expect(await restore('wishes', file, true, provenAgo(5))).toMatchObject({ overwritten: 1 });
  expect(await rowsOf('wishes')).toMatchObject([
    { id: idOf('d'), priority: 3, category: 'Shop', created_at: expect.stringContaining('2026-05-05') },
  ]);
  expect(await restore('wishes', file, true, provenAgo(5))).toMatchObject({ overwritten: 0, kept: 1 });
});

test('what the file has in the trash stays in the trash, and takes nothing living there', async () => {
  await empty();
  const removed = { deleted_at: '2026-06-06T00:00:00+00:00' };
  expect(await restore('wishes', [wish(idOf('1'), removed), wish(idOf('2'), { title: 'A book' })])).toMatchObject({ restored: 2 });
  expect(await restore('wishes', [wish(idOf('1'), removed), wish(idOf('2'), { title: 'A book', ...removed })])).toMatchObject({ kept: 2 });
  expect(await listedTitles()).toEqual(['A book']);
});

test('a link whose slug is taken is the link that is there, and a month of a habit is there once', async () => {
  const [link] = [{ id: idOf('1'), url: 'https://one.example/', slug: 'talk', created_at: '2026-01-01', deleted_at: null }];
  expect(await restore('short_links', [link ?? {}])).toMatchObject({ restored: 1 });
  expect(await restore('short_links', [{ ...link, id: idOf('2') }])).toMatchObject({ restored: 0, kept: 1 });
  expect(await restore('short_links', [{ ...link, id: idOf('2'), url: 'https://two.example/' }], true, provenAgo(5))).toMatchObject({
    overwritten: 1,
  });
  expect(await rowsOf('short_links')).toMatchObject([{ id: idOf('1'), url: 'https://two.example/' }]);
  await restore('habits', [{ id: idOf('3'), name: 'Read', created_at: '2026-01-01' }]);
  const month = { habit_id: idOf('3'), month: '2026-05-01', created_at: '2026-01-01' };
  expect(await restore('habit_months', [{ ...month, id: idOf('4') }])).toMatchObject({ restored: 1 });
  expect(await restore('habit_months', [{ ...month, id: idOf('5') }])).toMatchObject({ restored: 0, kept: 1 });
});

test('the database and the rehearsal agree about which row is the same, for whatever is there and whatever the file has', async () => {
  const rows = (letters: string) =>
    fc
      .array(
        fc.record({
          title: fc.constantFrom('A lamp', 'A book'),
          url: fc.constantFrom(null, 'https://shop.example/'),
          created_at: fc.constantFrom('2026-01-01T00:00:00+00:00', '2026-02-01T00:00:00+00:00'),
          deleted_at: fc.constantFrom(null, '2026-03-01T00:00:00+00:00'),
        }),
        { maxLength: 5 },
      )
      .map((list) => list.map((row, index) => wish(idOf(letters[index] ?? '0'), row)));
  await fc.assert(
    fc.asyncProperty(rows('12345'), rows('3abcd'), async (there, file) => {
      await empty();
      await seed(there);
      const idsThere = new Set(there.map(({ id }) => id));
      const idsOfFile = new Set(file.map(({ id }) => id));
      const lone = file.filter(({ id }) => !idsThere.has(id));
      const pairs = pairTwins(
        lone,
        there.filter(({ id }) => !idsOfFile.has(id)),
        twinColumnsOf('wishes') ?? [],
      );
      await restore('wishes', file);
      const added = (await rowsOf('wishes')).map(({ id }) => id).filter((id) => !idsThere.has(id));
      expect(added.toSorted()).toEqual(
        lone
          .filter((row) => !pairs.has(row))
          .map(({ id }) => id)
          .toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});

test('every list that comes back is matched by the same columns in the database and in the rehearsal', async () => {
  const clear = collections.filter(({ sealed }) => !sealed).map(({ name }) => name);
  for (const table of [...clear, 'wishes', 'notifications', 'notification_preferences']) {
    const { rows } = await superuser.query<{ columns: readonly string[] }>('select private.twin_columns($1::regclass) as columns', [
      `public.${table}`,
    ]);
    expect([table, rows[0]?.columns]).toEqual([table, twinColumnsOf(table) ?? []]);
    // What may be there once only is told by the columns of which the database keeps one.
    const { rows: unique } = await superuser.query<{ columns: readonly string[] }>(
      `select array_agg(attname::text order by attnum) as columns from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
       where indrelid = $1::regclass and indisunique and not indisprimary group by indexrelid`,
      [`public.${table}`],
    );
    for (const { columns } of unique) expect([table, columns]).toEqual([table, twinColumnsOf(table)]);
  }
});
