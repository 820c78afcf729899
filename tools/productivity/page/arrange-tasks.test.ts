import { expect, test } from 'vitest';
import { draftOf, type Task } from '../../../web/app/domains/tasks/task.ts';
import { arrangeColumn, arrangeToday, positionAt } from './arrange-tasks.ts';

let made = 0;
function task(title: string, values: Partial<Task> = {}): Task {
  made += 1;
  const moment = `2026-11-01T08:00:${String(made % 60).padStart(2, '0')}Z`;
  const common = {
    version: 1,
    created_at: moment,
    updated_at: moment,
    deleted_at: null,
    import_batch_id: null,
    source: null,
    external_id: null,
  };
  return { ...draftOf(title), ...common, id: `task-${made}`, parent_id: null, position: 0, ...values };
}
const titles = (tasks: readonly Task[]) => tasks.map(({ title }) => title);

test('today shows what is late, what is due by time and urgency, what comes in a week and after it, and nothing that is done', () => {
  const { overdue, due, someday, upcoming, later } = arrangeToday(
    [
      task('late', { due_on: '2026-11-19' }),
      task('any time', { due_on: '2026-11-21' }),
      task('urgent', { due_on: '2026-11-21', priority: 1 }),
      task('at nine', { due_on: '2026-11-21', due_time: '09:00:00', priority: 4 }),
      task('done', { due_on: '2026-11-21', status: 'done' }),
      task('some day'),
      task('next week', { due_on: '2026-11-28' }),
      task('later', { due_on: '2026-11-29' }),
    ],
    '2026-11-21',
  );
  expect([titles(overdue), titles(due), titles(someday), titles(upcoming), titles(later)]).toEqual([
    ['late'],
    ['at nine', 'urgent', 'any time'],
    ['some day'],
    ['next week'],
    ['later'],
  ]);
});

test('a card that is put anywhere in a column stands there', () => {
  const column = [task('a', { position: -5 }), task('b', { position: 0 }), task('c', { position: 7 })];
  for (const index of [0, 1, 2, 3]) {
    const arranged = arrangeColumn([...column, task('new', { position: positionAt(column, index) })], 'todo');
    expect(titles(arranged).indexOf('new')).toBe(index);
  }
  expect(positionAt([], 0)).toBe(0);
});
