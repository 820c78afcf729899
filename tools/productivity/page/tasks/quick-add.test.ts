import { describe, expect, test } from 'vitest';
import { loadFindDate } from '../../../../web/app/domains/tasks/find-date.ts';
import { parseQuickAdd } from '../../../../web/app/domains/tasks/quick-add.ts';
import { describeRecurrence, findRecurrence } from '../../../../web/app/domains/tasks/recurrence.ts';
import { nextOccurrence } from './next-occurrence.ts';

const findDate = await loadFindDate();
// A Saturday.
const now = new Date(2026, 10, 21, 12, 0);
const read = (line: string, plain: readonly string[] = []) => parseQuickAdd(line, now, findDate, plain);

// Cases after Vikunja's quickAddMagic and Super Productivity's short-syntax tests.
test.each([
  ['Call the bank friday 5pm p1', { title: 'Call the bank', due_on: '2026-11-27', due_time: '17:00:00', priority: 1 }],
  ['Water plants every 2 weeks', { title: 'Water plants', rrule: 'FREQ=WEEKLY;INTERVAL=2' }],
  ['Stand-up every weekday at 9:30', { title: 'Stand-up', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', due_time: '09:30:00' }],
  ['Gym every mon, wed and fri', { title: 'Gym', rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR' }],
  ['Pay rent every 1st', { title: 'Pay rent', rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' }],
  ['Backup every last friday of the month', { title: 'Backup', rrule: 'FREQ=MONTHLY;BYDAY=-1FR' }],
  ['Write report 1h30m #work +Castellan', { title: 'Write report', estimate_min: 90, tags: ['work'], project: 'Castellan' }],
  ['Write report for 45 min', { title: 'Write report', estimate_min: 45 }],
  ['Paint +"Front door" 1.5h', { title: 'Paint', project: 'Front door', estimate_min: 90 }],
  ['Check oven in 2h', { title: 'Check oven', due_on: '2026-11-21', due_time: '14:00:00', estimate_min: null }],
  ['Fix #134 today', { title: 'Fix #134', tags: [], due_on: '2026-11-21' }],
  ['Tag twice #a #b #a', { title: 'Tag twice', tags: ['a', 'b'] }],
  ['Learn C++ and p5.js', { title: 'Learn C++ and p5.js', priority: 0, project: null }],
  ['Mail bob@example.com about 2+2', { title: 'Mail bob@example.com about 2+2', project: null }],
  ['Read 10 pages', { title: 'Read 10 pages', due_on: null, estimate_min: null }],
  ['Invite 3 to 4 people', { title: 'Invite 3 to 4 people', due_on: null }],
  ['I may call now', { title: 'I may call now', due_on: null }],
  ['Party 24/12', { title: 'Party', due_on: '2026-12-24' }],
  ['Taxes by 3/4', { title: 'Taxes', due_on: '2027-04-03' }],
  // What people write and other programs trip over.
  ['Review every 1st friday', { title: 'Review', rrule: 'FREQ=MONTHLY;BYDAY=1FR', due_on: null }],
  ['Review every 3rd friday', { title: 'Review', rrule: 'FREQ=MONTHLY;BYDAY=3FR' }],
  ['Review every third friday', { title: 'Review', rrule: 'FREQ=MONTHLY;BYDAY=3FR' }],
  ['Bins every 2nd tuesday', { title: 'Bins', rrule: 'FREQ=MONTHLY;BYDAY=2TU' }],
  ['Bins every 2 tuesdays', { title: 'Bins', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' }],
  ['Bins every other tuesday', { title: 'Bins', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' }],
  ['Rent every 3rd', { title: 'Rent', rrule: 'FREQ=MONTHLY;BYMONTHDAY=3' }],
  ['Today thing 20m today', { title: 'Today thing', due_on: '2026-11-21', estimate_min: 20 }],
  ['x every day until friday', { title: 'x', rrule: 'FREQ=DAILY;UNTIL=20261127', due_on: null }],
  ['x every monday until 2026-12-24 at 9:00', { title: 'x', rrule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261224', due_time: '09:00:00' }],
  ['Nothing 0m', { title: 'Nothing 0m', due_on: null, due_time: null, estimate_min: null }],
  ['Evening every weekday at 18:00', { title: 'Evening', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', due_time: '18:00:00' }],
  ['Ausflug nach Köln #köln', { title: 'Ausflug nach Köln', tags: ['köln'] }],
])('%s', (line, wanted) => {
  expect(read(line).draft).toMatchObject(wanted);
});

test('a time of something that repeats is told without a day, since the rule says when it begins', () => {
  const sunday = new Date(2026, 10, 22, 12, 0);
  const { chips } = parseQuickAdd('Gym every mon, wed and fri at 18:00', sunday, findDate);
  expect(chips.map(({ kind, label }) => [kind, label])).toEqual([
    ['repeat', 'every Monday, Wednesday, Friday'],
    ['due', '18:00'],
  ]);
});

test('a rule with a last day is told in words that are read back as it', () => {
  for (const rule of [
    'FREQ=DAILY;UNTIL=20261127',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270101',
    'FREQ=MONTHLY;BYDAY=2TU;UNTIL=20270101',
  ]) {
    const words = describeRecurrence(rule);
    expect(words).toMatch(/^every .+ until \d{4}-\d\d-\d\d$/);
    expect(findRecurrence(words)?.rule).toBe(rule);
  }
});

test('the last day of a rule is one of its days', async () => {
  expect(await nextOccurrence('FREQ=DAILY;UNTIL=20261127', '2026-11-26', '2026-11-26')).toMatchObject({ day: '2026-11-27' });
  expect(await nextOccurrence('FREQ=DAILY;UNTIL=20261127', '2026-11-27', '2026-11-27')).toBeUndefined();
});

describe('what stands in quotes', () => {
  test('is never read', () => {
    const { draft, chips } = read('"Watch Next Friday p1 #x every day" tomorrow');
    expect(draft).toMatchObject({ title: 'Watch Next Friday p1 #x every day', due_on: '2026-11-22', priority: 0, tags: [], rrule: null });
    expect(chips).toEqual([{ kind: 'due', words: 'tomorrow', label: 'Tomorrow' }]);
  });
});

describe('a chip that is taken away', () => {
  test('leaves its words in the title, and others as they are', () => {
    const line = 'Watch Next Friday with Bob p2';
    const { chips } = read(line);
    expect(chips.map(({ words }) => words)).toEqual(['p2', 'Next Friday']);
    expect(read(line, ['Next Friday']).draft).toMatchObject({ title: 'Watch Next Friday with Bob', due_on: null, priority: 2 });
    expect(read(line, ['Next Friday', 'p2']).draft).toMatchObject({ title: 'Watch Next Friday with Bob p2', priority: 0 });
  });
});

test('every chip is a part of the line as it was typed, whatever is typed', () => {
  for (const line of [
    '😀 tomorrow p1 #a',
    'every day every week',
    '#a#b',
    '+"',
    'p1p2 +',
    '"open quote tomorrow',
    '#',
    '1h 2h 3h tomorrow friday',
  ]) {
    const { chips, draft } = read(line);
    for (const { words } of chips) expect(line).toContain(words);
    expect(draft.title).not.toMatch(/·/);
  }
  expect(read('😀 tomorrow p1').draft.title).toBe('😀');
});
