import { describe, expect, test } from 'vitest';
import { overlay } from '../../../../web/app/domains/records/change.ts';
import { addDays, dayLabel, weekAround } from '../../../../web/app/domains/tasks/day.ts';
import { describeRecurrence, findRecurrence } from '../../../../web/app/domains/tasks/recurrence.ts';
import { draftOf, type FocusSession, focusSessions, type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import { weighDay } from './capacity.ts';
import { completeTask } from './complete-task.ts';
import { firstOccurrence, nextOccurrence } from './next-occurrence.ts';

let made = 0;
function task(values: Partial<Task>): Task {
  made += 1;
  const common = { version: 1, created_at: '2026-11-01T08:00:00Z', updated_at: '2026-11-01T08:00:00Z', deleted_at: null };
  return {
    ...draftOf('Task'),
    ...common,
    id: `task-${made}`,
    import_batch_id: null,
    source: null,
    external_id: null,
    parent_id: null,
    position: 0,
    ...values,
  };
}
function worked(taskId: string, minutes: number): FocusSession {
  const { id, version, created_at, updated_at, deleted_at, import_batch_id, source, external_id } = task({});
  const ended = new Date(Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000).toISOString();
  return {
    id,
    version,
    created_at,
    updated_at,
    deleted_at,
    import_batch_id,
    source,
    external_id,
    task_id: taskId,
    started_at: '2026-11-20T10:00:00Z',
    ended_at: ended,
  };
}

test('a task and a session with nothing but what they must have are whole before the server has seen them', () => {
  const made = (collection: string, values: Record<string, unknown>) =>
    overlay(new Map(), [{ sequence: 1, collection, recordId: 'x', kind: 'create', values, base: {}, madeAtMs: 0 }]).get('x');
  expect(tasks.schema.safeParse(made('tasks', { title: 'Oil' }))).toMatchObject({ success: true, data: { status: 'todo', tags: [] } });
  expect(focusSessions.schema.safeParse(made('focus_sessions', { started_at: '2026-11-21T12:00:00Z' })).success).toBe(true);
});

describe('a day', () => {
  test('is followed by the next one across months, leap days and changes of summer time', () => {
    expect([addDays('2026-10-24', 1), addDays('2026-10-25', 1), addDays('2024-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
      '2026-10-25',
      '2026-10-26',
      '2024-02-29',
      '2025-12-31',
    ]);
  });
  test('stands in a week that begins on Monday', () => {
    expect(weekAround('2026-11-22')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ]);
  });
  test('is named where it is near', () => {
    expect(['2026-11-21', '2026-11-22', '2026-11-20', '2026-12-24', '2027-01-02'].map((day) => dayLabel(day, '2026-11-21'))).toEqual([
      'Today',
      'Tomorrow',
      'Yesterday',
      'Thu 24 Dec',
      'Sat 2 Jan 2027',
    ]);
  });
});

describe('a repetition', () => {
  test.each([
    // After RFC 5545 §3.8.5.3, with whole days.
    ['FREQ=DAILY', '2026-11-21', '2026-11-22'],
    ['FREQ=DAILY;INTERVAL=10', '2026-11-21', '2026-12-01'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR', '2026-11-20', '2026-11-30'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', '2026-12-25'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-10-31', '2026-12-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2026-12-31'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2024-02-29', '2028-02-29'],
  ])('%s goes from %s to %s', async (rule, due, next) => {
    expect(await nextOccurrence(rule, due, due)).toEqual({ day: next, rule });
  });
  test('that was left alone for a while goes on from today', async () => {
    expect(await nextOccurrence('FREQ=DAILY', '2026-11-01', '2026-11-21')).toEqual({ day: '2026-11-21', rule: 'FREQ=DAILY' });
  });
  test('that is counted ends, and one until a day too', async () => {
    expect(await nextOccurrence('FREQ=DAILY;COUNT=3', '2026-11-21', '2026-11-21')).toEqual({
      day: '2026-11-22',
      rule: 'FREQ=DAILY;COUNT=2',
    });
    expect(await nextOccurrence('FREQ=DAILY;COUNT=1', '2026-11-21', '2026-11-21')).toBeUndefined();
    expect(await nextOccurrence('FREQ=DAILY;UNTIL=20261121T235959Z', '2026-11-21', '2026-11-21')).toBeUndefined();
  });
  test('without a day begins at the first that fits', async () => {
    expect(await firstOccurrence('FREQ=WEEKLY;BYDAY=MO', '2026-11-21')).toBe('2026-11-23');
    expect(await firstOccurrence('FREQ=DAILY', '2026-11-21')).toBe('2026-11-21');
  });
  test.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=MONTHLY;INTERVAL=3',
    'FREQ=YEARLY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=MONTHLY;BYMONTHDAY=22',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ])('%s is said in words that mean the same', (rule) => {
    const words = describeRecurrence(rule);
    expect(words).not.toContain('FREQ');
    expect(findRecurrence(words)).toEqual({ rule, start: 0, end: words.length });
  });
  test('that words cannot say is shown as it is', () => {
    expect(describeRecurrence('FREQ=DAILY;COUNT=3')).toBe('FREQ=DAILY;COUNT=3');
  });
});

describe('finishing a task', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  test('that repeats makes the next one, the same in whichever tab', async () => {
    const repeating = task({ title: 'Water', due_on: '2026-11-21', rrule: 'FREQ=WEEKLY' });
    const edits = await completeTask(repeating, now, '2026-11-21');
    expect(edits).toMatchObject([
      { kind: 'change', id: repeating.id, values: { status: 'done' } },
      { kind: 'create', values: { title: 'Water', due_on: '2026-11-28', rrule: 'FREQ=WEEKLY', status: 'todo' } },
    ]);
    expect((await completeTask(repeating, new Date('2026-11-21T13:00:00Z'), '2026-11-21'))[1]?.id).toBe(edits[1]?.id);
    expect(edits[1]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
  test('that does not, makes none', async () => {
    expect(await completeTask(task({ due_on: '2026-11-21' }), now, '2026-11-21')).toHaveLength(1);
  });
});

describe('the capacity of today', () => {
  const hours = { from: '09:00', to: '17:00' };
  const at = (time: string) => new Date(`2026-11-21T${time}:00`);
  const open = [
    task({ due_on: '2026-11-21', estimate_min: 60, tags: ['code'] }),
    task({ due_on: '2026-11-19', estimate_min: 30 }),
    task({ due_on: '2026-11-21' }),
    task({ due_on: '2026-11-22', estimate_min: 600 }),
  ];
  test('counts what is due, overdue too, against what is left of the working day', () => {
    expect(weighDay(open, [], hours, '2026-11-21', at('13:30'))).toEqual({
      workMin: 90,
      estimatedMin: 90,
      freeMin: 210,
      unestimated: 1,
      experience: 0,
    });
    expect(weighDay(open, [], hours, '2026-11-21', at('06:00')).freeMin).toBe(480);
    expect(weighDay(open, [], hours, '2026-11-21', at('18:00')).freeMin).toBe(0);
  });
  test('learns from recorded work, by tag where there is enough of it', () => {
    const done = [1, 2, 3].map(() => task({ status: 'done', estimate_min: 30, tags: ['code'] }));
    const quick = [1, 2, 3].map(() => task({ status: 'done', estimate_min: 30, tags: ['mail'] }));
    const sessions = [...done.map(({ id }) => worked(id, 60)), ...quick.map(({ id }) => worked(id, 30))];
    // Code takes twice its estimate, everything together one and a half times.
    expect(weighDay([...open, ...done, ...quick], sessions, hours, '2026-11-21', at('13:30'))).toMatchObject({
      workMin: 165,
      experience: 6,
    });
    expect(weighDay([...open, ...done.slice(1)], sessions, hours, '2026-11-21', at('13:30'))).toMatchObject({ workMin: 90, experience: 0 });
  });
});
