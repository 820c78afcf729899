import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, describe, expect, test } from 'vitest';
import { collections } from '../../web/app/domains/collections.ts';
import { sealedCollections } from '../../web/app/domains/vault/sealed-records/sealed-collections.ts';
import { attempt, insufficientPrivilege, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession } from './people.ts';
import { recordTables, sealedTables } from './policy-matrix.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');
const asOwner = (text: string, values: readonly unknown[] = []) => attempt(requests, owner.caller, { text, values });
const checkViolation = '23514';

describe.each(Object.entries(recordTables))('%s', (name, { insert, update }) => {
  test('counts each change and dates it, whatever the client thinks', async () => {
    const made = await machine.query(`${insert} returning id, version, updated_at`, [owner.userId]);
    const changed = await machine.query(`${update} where id = $1 returning version, updated_at`, [made.rows[0]?.id]);
    expect(made.rows).toMatchObject([{ version: '1' }]);
    expect(changed.rows).toMatchObject([{ version: '2' }]);
    expect(changed.rows[0]?.updated_at.getTime()).toBeGreaterThanOrEqual(made.rows[0]?.updated_at.getTime());
  });

  test.each(['version', 'updated_at', 'user_id', 'id', 'created_at', 'import_batch_id', 'source', 'external_id'])(
    'lets nobody change its %s',
    async (column) => {
      expect(await asOwner(`update ${name} set ${column} = ${column}`)).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    },
  );

  test.each(['version', 'updated_at'])('lets nobody bring a %s along', async (column) => {
    const text = insert.replace('user_id)', `user_id, ${column})`).replace('$1)', `$1, ${column === 'version' ? '7' : 'now()'})`);
    expect(await asOwner(text, [owner.userId])).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
  });

  test('a row is removed and comes back by deleted_at', async () => {
    await machine.query(insert, [owner.userId]);
    expect(await asOwner(`update ${name} set deleted_at = now() returning deleted_at`)).toMatchObject({ ok: true });
    expect(await asOwner(`update ${name} set deleted_at = null returning deleted_at`)).toMatchObject({
      ok: true,
      rows: expect.arrayContaining([{ deleted_at: null }]),
    });
  });

  test('the same row sent twice is one row, and the second does not change it', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const text = `${insert.replace('user_id)', 'user_id, id)').replace('$1)', '$1, $2)')} on conflict (id) do nothing returning version`;
    await machine.query(text, [owner.userId, id]);
    const again = await asOwner(text, [owner.userId, id]);
    expect(again).toMatchObject({ ok: true, count: 0 });
    const { rows } = await machine.query(`select version from ${name} where id = $1`, [id]);
    expect(rows).toEqual([{ version: '1' }]);
  });

  test('what changed since a moment is read by an index', async () => {
    const { rows } = await superuser.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname || '.' || tablename = $1 and indexdef like '%(user_id, updated_at, id)'`,
      [name],
    );
    expect(rows).toHaveLength(1);
  });

  test('is told of by realtime', async () => {
    const { rows } = await superuser.query(
      `select 1 from pg_publication_tables where pubname = 'supabase_realtime' and schemaname || '.' || tablename = $1`,
      [name],
    );
    expect(rows).toHaveLength(1);
  });
});

test('every rule of a collection is named by a sentence that its reader understands', async () => {
  const { rows } = await superuser.query<{ name: string; conname: string }>(
    `
    select conrelid::regclass::text as name, conname from pg_constraint
    where contype = 'c' and conrelid = any ($1::regclass[])`,
    [Object.keys({ ...recordTables, ...sealedTables })],
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ conname }) => !/^[A-Z].* .* /.test(conname))).toEqual([]);
});

describe('a task', () => {
  test.each([
    ['without a title', `(title) values ('  ')`, 'A title has 1 to 500 characters on one line'],
    ['with a title of two lines', `(title) values (E'a\\nb')`, 'A title has 1 to 500 characters on one line'],
    ['with a status of its own', `(title, status) values ('a', 'later')`, 'A status is todo, doing, done or cancelled'],
    ['with a priority of 5', `(title, priority) values ('a', 5)`, 'A priority is 0 to 4'],
    ['at a time without a day', `(title, due_time) values ('a', '10:00')`, 'A time of day needs a day'],
    ['that takes no time', `(title, estimate_min) values ('a', 0)`, 'An estimate is 1 minute to 31 days'],
    [
      'that repeats in an unknown way',
      `(title, rrule) values ('a', 'FREQ=SECONDLY')`,
      'A repetition is a rule of RFC 5545 and at most 500 characters',
    ],
    ['at no place', `(title, position) values ('a', 'NaN')`, 'A position is a number'],
    ['with a nameless tag', `(title, tags) values ('a', array[null])`, 'A task has at most 50 tags'],
  ])('%s is refused with the reason', async (_name, values, reason) => {
    const answer = await asOwner(`insert into public.tasks ${values}`);
    expect(answer).toMatchObject({ ok: false, sqlState: checkViolation });
    expect(answer.ok ? '' : answer.message).toContain(`"${reason}"`);
  });

  test('says since when it is done, as long as it is', async () => {
    const { rows } = await machine.query(
      `insert into public.tasks (title, user_id, status, completed_at) values
        ('a', $1, 'done', null), ('b', $1, 'done', '2026-01-01T00:00:00Z'), ('c', $1, 'todo', '2026-01-01T00:00:00Z')
        returning title, completed_at`,
      [owner.userId],
    );
    expect(rows).toEqual([
      { title: 'a', completed_at: expect.any(Date) },
      { title: 'b', completed_at: new Date('2026-01-01T00:00:00Z') },
      { title: 'c', completed_at: null },
    ]);
    const back = await machine.query(`update public.tasks set status = 'doing' where title = 'b' returning completed_at`);
    expect(back.rows).toEqual([{ completed_at: null }]);
  });
});

test('the trash empties after 30 days, counted by the database, and what is left of a removed task stands by itself', async () => {
  const { rows } = await machine.query<{ id: string; title: string }>(
    `insert into public.tasks (title, user_id, deleted_at) values
      ('long gone', $1, now()), ('just gone', $1, '1999-01-01'), ('kept', $1, null) returning id, title`,
    [owner.userId],
  );
  const idOf = (title: string) => rows.find((row) => row.title === title)?.id;
  await machine.query('update public.tasks set parent_id = $1 where id = $2', [idOf('long gone'), idOf('kept')]);
  await machine.query('insert into public.focus_sessions (started_at, task_id, user_id) values (now(), $1, $2)', [
    idOf('long gone'),
    owner.userId,
  ]);
  // Only the superuser can make the database's own word older.
  await superuser.query('alter table public.tasks disable trigger touch_record');
  await superuser.query(`update public.tasks set updated_at = now() - interval '31 days' where id = any ($1)`, [
    [idOf('long gone'), idOf('kept')],
  ]);
  await superuser.query('alter table public.tasks enable trigger touch_record');
  const emptied = await asOwner(`with emptied as materialized (select public.empty_trash() as gone) select gone from emptied`);
  expect(emptied).toMatchObject({ ok: true, rows: [{ gone: 1 }] });
});

test('what the trash took leaves no row that names it', async () => {
  const { rows } = await superuser.query<{ rule: string }>(
    `select confdeltype as rule from pg_constraint where contype = 'f' and confrelid = 'public.tasks'::regclass`,
  );
  // Set to null where the row stands by itself, gone with it where it does not.
  expect(rows.map(({ rule }) => rule).sort()).toEqual(['c', 'n', 'n']);
});

test.each(Object.entries(sealedTables))(
  '%s is counted and dated like every record, and written by nobody but the vault',
  async (name, law) => {
    const made = await machine.query(`${law.insert} returning id, version, updated_at`, [owner.userId]);
    const changed = await machine.query(`${law.update} where id = $1 returning version, updated_at`, [made.rows[0]?.id]);
    expect(made.rows).toMatchObject([{ version: '1' }]);
    expect(changed.rows).toMatchObject([{ version: '2' }]);
    expect(changed.rows[0]?.updated_at.getTime()).toBeGreaterThanOrEqual(made.rows[0]?.updated_at.getTime());
    for (const text of [law.update, `update ${name} set deleted_at = now()`, `delete from ${name}`]) {
      expect(await asOwner(text)).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    }
    expect(await asOwner(law.insert, [owner.userId])).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
  },
);

test('what is in the trash goes when the owner confirms it; what was brought back stays, and so does what is a stranger’s', async () => {
  const insert = `insert into public.tasks (title, deleted_at, user_id) values ($1, $2, $3) returning id`;
  const add = async (title: string, deletedAt: string | null, userId = owner.userId) =>
    (await machine.query<{ id: string }>(insert, [title, deletedAt, userId])).rows[0]?.id ?? '';
  const moment = '2026-11-20T12:00:00Z';
  const [gone, back] = [await add('gone', moment), await add('brought back', null)];
  const stranger = await addAccount(superuser);
  const theirs = await add('a stranger’s', moment, stranger);
  const { rows } = await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query(`select public.let_go_of_records('tasks', $1) as left_over`, [[gone, back, theirs]]),
  );
  expect(rows).toEqual([{ left_over: 1 }]);
  const there = await machine.query<{ title: string }>('select title from public.tasks where id = any ($1) order by title', [
    [gone, back, theirs],
  ]);
  expect(there.rows.map(({ title }) => title)).toEqual(['a stranger’s', 'brought back']);
  for (const unknown of ['accounts', 'activity_logs', 'tasks; drop table public.tasks'])
    expect(await asOwner('select public.let_go_of_records($1, $2)', [unknown, []])).toMatchObject({ ok: false, sqlState: 'PT404' });
});

test.each(Object.entries(sealedTables))(
  'that there is something sealed in %s is told while it is not removed and there is a vault whose key opens it',
  async (name, { insert }) => {
    const told = async () => {
      const answer = await asOwner('select public.has_sealed_records() as told');
      return answer.ok ? answer.rows[0] : answer;
    };
    for (const table of Object.keys(sealedTables)) await machine.query(`delete from ${table}`);
    await machine.query('delete from private.vaults where user_id = $1', [owner.userId]);
    await machine.query(insert, [owner.userId]);
    expect(await told()).toEqual({ told: false });
    await machine.query('insert into private.vaults (user_id, vault_id, epoch) values ($1, gen_random_uuid(), 1)', [owner.userId]);
    expect(await told()).toEqual({ told: true });
    await machine.query(`update ${name} set deleted_at = now()`);
    expect(await told()).toEqual({ told: false });
    await machine.query(insert, [await addAccount(superuser)]);
    expect(await told()).toEqual({ told: false });
  },
);

test('the list of collections says of every table of records, and of no other, whether it is sealed', async () => {
  const tablesWith = async (trigger: string) => {
    const { rows } = await superuser.query<{ name: string }>(
      'select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = $1 order by 1',
      [trigger],
    );
    return rows.map(({ name }) => name);
  };
  expect(await tablesWith('touch_record')).toEqual(collections.map(({ name }) => name).sort());
  expect(await tablesWith('judge_sealed')).toEqual(
    collections
      .filter(({ sealed }) => sealed)
      .map(({ name }) => name)
      .sort(),
  );
});

test('what the vault’s key seals again when it rotates is every sealed collection', () => {
  expect(sealedCollections.map((name) => `public.${name}`)).toEqual(Object.keys(sealedTables));
});
