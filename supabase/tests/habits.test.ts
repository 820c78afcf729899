import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { attempt, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addOwner, addSession, verifyFactor } from './people.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
await verifyFactor(auth, ownerId);
const owner = await addSession(superuser, ownerId, 'aal2');

const day = (offset: number) => `((now() at time zone 'UTC')::date + ${offset})`;
const question = (today: string, clock: string) => `select public.tell_habit_reminders(${today}, ${clock}) as told`;
const tell = async (clock = '09:00', today = day(0)): Promise<number> =>
  (await runAs(requests, owner.caller, requestFactsOfTest, (client) => client.query(question(today, `'${clock}'`)))).rows[0].told;

/** A habit with these columns beside its name; answers with its id. */
async function addHabit(name: string, columns: Readonly<Record<string, string>> = {}): Promise<string> {
  const all = { user_id: `'${ownerId}'`, name: `'${name}'`, reminder_time: `'08:30'`, ...columns };
  const { rows } = await machine.query(
    `insert into public.habits (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')}) returning id`,
  );
  return rows[0].id;
}

async function addMark(habitId: string, offset: number, value: number): Promise<void> {
  await machine.query(
    `insert into public.habit_months as kept (user_id, habit_id, month, marks)
      select $1, $2, date_trunc('month', ${day(offset)})::date,
        array_fill(-1, array[extract(day from ${day(offset)})::integer - 1]) || $3::integer || array_fill(-1, array[31 - extract(day from ${day(offset)})::integer])
      on conflict (habit_id, month) do update set marks[extract(day from ${day(offset)})::integer] = $3::integer`,
    [ownerId, habitId, value],
  );
}

const bell = async () => (await machine.query('select type, title, message, metadata from public.notifications order by created_at')).rows;

beforeEach(async () => {
  await machine.query('delete from public.habits');
  await machine.query('delete from public.notifications');
});

describe('reminders', () => {
  test('ring once a day, all that are due together, in the order of their times', async () => {
    await addHabit('Walk', { reminder_time: `'08:45'` });
    await addHabit('Read', { reminder_time: `'07:00'` });
    await addHabit('Sleep', { reminder_time: `'22:00'` });
    expect([await tell('08:00'), await tell('08:44'), await tell('08:45'), await tell('23:00'), await tell('23:01')]).toEqual([
      1, 0, 1, 1, 0,
    ]);
    await machine.query('delete from public.notifications');
    await machine.query('delete from private.told_habits');
    expect(await tell('23:30')).toBe(3);
    expect(await bell()).toEqual([{ type: 'info', title: '3 habits are waiting', message: 'Read, Walk, Sleep', metadata: { habits: 3 } }]);
    expect(await tell('23:59', day(1))).toBe(3);
  });

  test('are not for what has a mark today, rests, was removed, or has no time', async () => {
    for (const value of [0, 2, 3]) await addMark(await addHabit(`Marked ${value}`), 0, value);
    await addMark(await addHabit('Counted', { kind: `'count'` }), 0, 5000);
    await addHabit('Archived', { archived_at: 'now()' });
    await addHabit('Removed', { deleted_at: 'now()' });
    await addHabit('Silent', { reminder_time: 'null' });
    expect(await tell()).toBe(0);
    await addMark(await addHabit('Cleared'), 0, -1);
    expect(await tell()).toBe(1);
    expect(await bell()).toMatchObject([{ title: 'A habit is waiting', message: 'Cleared' }]);
  });

  test('end for the week once it was done often enough, over the end of a month too', async () => {
    const habit = await addHabit('Practise', { freq_num: '2', freq_den: '7' });
    await addMark(habit, -6, 2);
    await addMark(habit, -7, 2);
    expect(await tell()).toBe(1);
    await machine.query('delete from private.told_habits');
    await addMark(habit, -1, 2);
    expect(await tell()).toBe(0);
  });

  test('ring once where two tabs ask at the same time, and by the hundred fit one notification', async () => {
    for (let index = 0; index < 100; index += 1) await addHabit(`${index} ${'x'.repeat(190)}`);
    expect((await Promise.all([tell(), tell(), tell()])).sort()).toEqual([0, 0, 100]);
    expect(await bell()).toMatchObject([{ title: '100 habits are waiting', message: expect.stringMatching(/ and 95 more$/) }]);
  });

  test('are not asked for by a day that it is nowhere, nor without a clock', async () => {
    for (const text of [question(day(-2), `'09:00'`), question(day(2), `'09:00'`), question(day(0), 'null')])
      expect(await attempt(requests, owner.caller, { text })).toMatchObject({ ok: false, sqlState: '22023' });
  });
});

test('what a habit and a month cannot be is refused by name', async () => {
  const refusal = async (text: string) =>
    machine.query(text, [ownerId]).then(
      () => 'taken',
      (cause: { constraint?: string }) => cause.constraint,
    );
  const habit = (columns: string, values: string) => `insert into public.habits (user_id, ${columns}) values ($1, ${values})`;
  expect(await refusal(habit('name', `'two\nlines'`))).toBe("A habit's name has 1 to 200 characters on one line");
  expect(await refusal(habit('name, freq_num, freq_den', `'Often', 8, 7`))).toBe('A habit is wanted at most once a day');
  expect(await refusal(habit('name, target_type, evidence', `'None', 'at_most', 'tasks'`))).toBe(
    'Evidence shows what was done, not what was avoided',
  );
  const id = await addHabit('Read');
  const month = (columns: string, values: string) =>
    `insert into public.habit_months (user_id, habit_id${columns}) values ($1, '${id}'${values})`;
  expect(await refusal(month(', month', `, '2026-02-02'`))).toBe('A month is named by its first day');
  for (const marks of ['array_fill(-1, array[30])', 'array_fill(-2, array[31])', 'array_fill(null::integer, array[31])'])
    expect(await refusal(month(', month, marks', `, '2026-02-01', ${marks}`))).toBe('A month has 31 marks from -1 up');
  expect(await refusal(month(', month', `, '2026-02-01'`))).toBe('taken');
  expect(await refusal(month(', month', `, '2026-02-01'`))).toBe('A habit has each month once');
  await machine.query('delete from public.habits');
  expect((await machine.query('select from public.habit_months')).rowCount).toBe(0);
});
