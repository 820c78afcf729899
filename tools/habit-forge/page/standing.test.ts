import { expect, test } from 'vitest';
import { dayNumber } from './day-number.ts';
import { countNotes, evidenceOf, noSources } from './evidence/evidence.ts';
import { editsOfMarks, monthId, toggled } from './habit-edits.ts';
import { blankMonth, habitMonthSchema, habitSchema } from './habit-row.ts';
import { habitMonths } from './habits.ts';
import { metricsOf } from './live/metrics.ts';
import { dueOf } from './live/open-due.ts';
import { lostDaysOf } from './lost-days.ts';
import { mark } from './mark.ts';
import { markWords } from './mark-words.ts';
import { readHabitLine } from './read-habit-line.ts';
import { isDue, originOf, scoreOf, standingOf, standingsOf } from './standing.ts';

const columns = { version: 1, created_at: '2026-01-01T09:00:00Z', updated_at: '2026-01-01T09:00:00Z', deleted_at: null };
const habit = (values: Record<string, unknown> = {}) => habitSchema.parse({ ...columns, id: 'habit', name: 'Read', ...values });
const today = '2026-03-29';

/** Months of a habit with these marks by day. */
function monthsOf(marks: Record<string, number>, habitId = 'habit', notes: Record<string, string> = {}) {
  const given = Object.entries(marks).map(([day, value]) => ({
    habitId,
    day,
    value,
    ...(notes[day] === undefined ? {} : { note: notes[day] }),
  }));
  const { blank, write } = editsOfMarks(given, [], new Date());
  return blank.map(({ id, values }) =>
    habitMonthSchema.parse({ ...columns, id, ...values, ...write.find((one) => one.id === id)?.values }),
  );
}

test('a month keeps its marks by the day, and days past its end are none', () => {
  const months = monthsOf({ '2026-02-28': mark.yes, '2026-03-01': mark.no }, 'habit', { '2026-03-01': 'ill' });
  expect(months.map(({ month }) => month)).toEqual(['2026-02-01', '2026-03-01']);
  const standing = standingOf(habit(), months, noSources, today);
  expect([...standing.byHand]).toEqual([
    [dayNumber('2026-02-28'), mark.yes],
    [dayNumber('2026-03-01'), mark.no],
  ]);
  expect(markWords(standing, '2026-03-01')).toBe('not done, note: ill');
  const leaking = { ...monthsOf({ '2026-02-28': mark.yes })[0], marks: blankMonth.marks.map(() => mark.yes) };
  expect(standingOf(habit(), [habitMonthSchema.parse(leaking)], noSources, today).byHand.size).toBe(28);
});

test('two sides of a month are joined day by day; about a day that both changed the owner is asked, and what is not kept is in its note', () => {
  const merge = habitMonths.merges?.['marks'];
  const day = (given: Record<number, number>) => blankMonth.marks.map((value, place) => given[place] ?? value);
  expect(merge?.(day({}), day({ 4: 2 }), day({ 9: 2 }))).toEqual(day({ 4: 2, 9: 2 }));
  expect(merge?.(day({ 4: 2 }), day({}), day({ 4: 2, 5: 3 }))).toEqual(day({ 5: 3 }));
  expect(merge?.(null, day({ 4: 2 }), day({ 4: 0, 6: 2 }))).toBeUndefined();
  expect(merge?.(null, day({ 4: 2 }), day({ 4: 0, 6: 2 }), 'mine')).toEqual(day({ 4: 2, 6: 2 }));
  expect(merge?.(null, day({ 4: 2, 5: 2 }), day({ 4: 0, 6: 2 }), 'theirs')).toEqual(day({ 4: 0, 5: 2, 6: 2 }));
  const month = (marks: readonly number[]) => ({ id: 'm', version: 1, updated_at: '', deleted_at: null, marks, notes: blankMonth.notes });
  const kept = month(day({ 4: 2, 6: 2 }));
  const [lost] = lostDaysOf(habitMonths)({
    row: month(day({ 4: 0, 6: 2 })),
    base: { marks: blankMonth.marks },
    fields: ['marks'],
    kept,
    atMs: 0,
  });
  expect(lost?.values['notes']).toEqual(blankMonth.notes.map((_, place) => (place === 4 ? 'Not kept: not done' : '')));
  expect(merge?.(day({}), 'damaged', day({}))).toBeUndefined();
  expect(monthId('a', '2026-03-01')).not.toBe(monthId('a', '2026-04-01'));
});

test('a press does what was not done, and takes back what was done by hand', () => {
  expect([undefined, mark.no, mark.yes, mark.skip].map(toggled)).toEqual([mark.yes, mark.yes, mark.unknown, mark.unknown]);
});

const done = (id: string, at: string, tags: readonly string[] = []) => ({ id, status: 'done', completed_at: at, tags }) as never;

test('evidence is counted by the owner’s own days, over a change of summer time too, and by its tag', () => {
  // Local times: the test's zone is whatever the machine has, and the days must follow it.
  const local = (...parts: readonly [number, number, number, number, number]) => new Date(...parts).toISOString();
  const tasks = [
    done('1', local(2026, 2, 28, 23, 59), ['reading']),
    done('2', local(2026, 2, 29, 0, 1), ['reading']),
    done('3', local(2026, 2, 29, 12, 0)),
  ];
  const sources = { ...noSources, tasks };
  expect([...(evidenceOf(habit({ evidence: 'tasks' }), sources) ?? [])]).toEqual([
    [dayNumber('2026-03-28'), mark.yes],
    [dayNumber('2026-03-29'), mark.yes],
  ]);
  const counted = habit({ evidence: 'tasks', kind: 'count', target_value: 2 });
  expect(evidenceOf(counted, sources)?.get(dayNumber('2026-03-29'))).toBe(2000);
  expect(evidenceOf({ ...counted, evidence_tag: 'reading' }, sources)?.get(dayNumber('2026-03-29'))).toBe(1000);
});

test('focus is counted in whole minutes of sessions that ended', () => {
  const at = new Date(2026, 2, 20, 9, 0).getTime();
  const session = (minutes: number | null, task_id: string | null = null) =>
    ({
      task_id,
      started_at: new Date(at).toISOString(),
      ended_at: minutes === null ? null : new Date(at + minutes * 60_000).toISOString(),
    }) as never;
  const counted = habit({ evidence: 'focus', kind: 'count', unit: 'minutes', target_value: 45 });
  const sources = {
    ...noSources,
    tasks: [done('read', '2026-03-20T09:00:00Z', ['reading'])],
    sessions: [session(25.5), session(20.7, 'read'), session(null)],
  };
  expect([...(evidenceOf(counted, sources) ?? []).values()]).toEqual([46_000]);
  expect([...(evidenceOf({ ...counted, evidence_tag: 'reading' }, sources) ?? []).values()]).toEqual([20_000]);
  expect([...(evidenceOf(habit({ evidence: 'focus' }), { ...sources, sessions: [session(0.4)] }) ?? [])]).toEqual([]);
});

test('notes are counted without a word of them, for the tags that habits name and no other', () => {
  const notes = [
    { created_at: '2026-03-20T12:00:00Z', tags: ['diary', 'secret'] },
    { created_at: '2026-03-20T13:00:00Z', tags: [], title: 'canary' },
  ];
  const diary = habit({ evidence: 'notes', evidence_tag: 'diary', kind: 'count', target_value: 1 });
  const counts = countNotes(notes, [diary, habit({ evidence: 'notes' }), habit()]);
  expect([...counts].map(([tag, days]) => [tag, ...days.values()])).toEqual([
    ['diary', 1],
    ['', 2],
  ]);
  expect([...(evidenceOf(diary, { ...noSources, notes: counts }) ?? []).values()]).toEqual([1000]);
  expect([...(evidenceOf(habit({ evidence: 'notes' }), { ...noSources, notes: counts }) ?? []).values()]).toEqual([mark.yes]);
});

test('a tick says where it came from, what is marked by hand counts first, and a source that is locked makes the score unknown', () => {
  const fed = habit({ evidence: 'tasks' });
  const sources = { ...noSources, tasks: [done('1', '2026-03-27T12:00:00Z'), done('2', '2026-03-28T12:00:00Z')] };
  const standing = standingOf(fed, monthsOf({ '2026-03-28': mark.no, '2026-03-26': mark.yes }), sources, today);
  expect(['2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28'].map((day) => originOf(standing, dayNumber(day)))).toEqual([
    'none',
    'hand',
    'evidence',
    'hand',
  ]);
  expect(markWords(standing, '2026-03-27')).toBe('done, from finished tasks');
  expect(markWords(standing, '2026-03-28')).toBe('not done');
  const locked = standingOf(habit({ evidence: 'notes' }), [], noSources, today);
  expect([locked.lacksSource, scoreOf(locked)]).toEqual([true, undefined]);
});

test('today wants what has no mark: not what was skipped, answered, implied, met for the week, or archived', () => {
  const due = (values: Record<string, unknown>, marks: Record<string, number>) =>
    isDue(standingOf(habit(values), monthsOf(marks), noSources, today));
  expect(due({}, {})).toBe(true);
  for (const value of [mark.yes, mark.no, mark.skip]) expect([value, due({}, { [today]: value })]).toEqual([value, false]);
  expect(due({ freq_num: 1, freq_den: 7 }, { '2026-03-25': mark.yes })).toBe(false);
  expect(due({ archived_at: '2026-03-01T00:00:00Z' }, {})).toBe(false);
  const pages = { kind: 'count', target_value: 12 };
  expect([due(pages, { [today]: 11_000 }), due(pages, { [today]: 12_000 })]).toEqual([true, false]);
  expect(due({ ...pages, freq_den: 7 }, { '2026-03-27': 12_000 })).toBe(false);
  expect([due({ ...pages, target_type: 'at_most' }, {}), due({ ...pages, target_type: 'at_most' }, { [today]: 0 })]).toEqual([true, false]);
});

test('the card says what is due and the mean score, and what is missing of either', () => {
  const both = standingsOf(
    [habit({ id: 'a' }), habit({ id: 'b', evidence: 'notes' })],
    monthsOf({ [today]: mark.yes }, 'a'),
    noSources,
    today,
  );
  expect(metricsOf(both)).toEqual([
    { label: 'Due today', value: '1' },
    { label: 'Mean score, 1 not known', value: '5%' },
  ]);
  expect(metricsOf([])).toEqual([
    { label: 'Due today', value: '0' },
    { label: 'Mean score', missing: 'no habit yet' },
  ]);
});

test('what is due can be done in place where a tick does it, and leads to the habit', () => {
  const standings = standingsOf(
    [
      habit({ id: 'a', reminder_time: '07:30:00' }),
      habit({ id: 'b', name: 'Walk', kind: 'count', unit: 'steps', target_value: 8000, position: 1 }),
    ],
    [],
    noSources,
    today,
  );
  expect(dueOf(standings, today)).toEqual([
    { id: 'a', title: 'Read', day: today, time: '07:30', to: '/habit-forge#habit=a', finish: expect.any(Function) },
    { id: 'b', title: 'Walk, at least 8,000 steps a day', day: today, to: '/habit-forge#habit=b' },
  ]);
});

test('a typed line marks the habit of that name, or becomes a new one', () => {
  const habits = [
    habit(),
    habit({ id: 'pages', name: 'Pages', kind: 'count', target_value: 12 }),
    habit({ id: 'old', name: 'Old', archived_at: 'x' }),
  ];
  const read = (line: string) => {
    const said = readHabitLine(line, habits);
    if (said === undefined) return undefined;
    if (said.kind === 'mark') return [said.habit.id, said.value];
    const { name, kind, freq_num, freq_den, target_value, target_type, unit } = said.draft;
    return kind === 'check' ? [name, freq_num, freq_den] : [name, target_type, target_value, unit, freq_den];
  };
  expect(read('  ')).toBeUndefined();
  expect(read('read')).toEqual(['habit', mark.yes]);
  expect(read('read skip')).toEqual(['habit', mark.skip]);
  expect(read('pages 12,5')).toEqual(['pages', 12_500]);
  expect(read('Old')).toEqual(['Old', 1, 1]);
  expect(read('Practise 3 times a week')).toEqual(['Practise', 3, 7]);
  expect(read('Call home once a month')).toEqual(['Call home', 1, 30]);
  expect(read('Stretch 9 times a week')).toEqual(['Stretch 9 times a week', 1, 1]);
  expect(read('Walk 8000 steps a day')).toEqual(['Walk', 'at_least', 8000, 'steps', 1]);
  expect(read('Coffee at most 2 cups')).toEqual(['Coffee', 'at_most', 2, 'cups', 1]);
});
