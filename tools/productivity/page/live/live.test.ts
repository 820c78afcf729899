import { expect, test } from 'vitest';
import { type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import { dueOf } from './due.ts';
import { metricsOf } from './metrics.ts';

const today = '2026-11-21';

function task(title: string, values: Partial<Task>): Task {
  const columns = { version: 1, created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z', deleted_at: null };
  return tasks.schema.parse({ id: title, title, ...columns, ...values });
}

const rows = [
  task('tomorrow', { due_on: '2026-11-22' }),
  task('today, without a time', { due_on: today }),
  task('today at nine', { due_on: today, due_time: '09:00:00' }),
  task('yesterday', { due_on: '2026-11-20', status: 'doing' }),
  task('some day', {}),
  task('done today', { due_on: today, status: 'done' }),
  task('cancelled yesterday', { due_on: '2026-11-20', status: 'cancelled' }),
];

test('a day wants what is late and what is due on it, open ones only, late first and then by the clock', () => {
  expect(dueOf(rows, today).map(({ title }) => title)).toEqual(['yesterday', 'today at nine', 'today, without a time']);
  expect(dueOf(rows, '2026-11-19')).toEqual([]);
});

test('the card counts what is open and what is due today, and tells what is late beside it, as the dashboard’s view does', () => {
  expect(metricsOf(rows, today)).toEqual([
    { label: 'Active tasks', value: '5' },
    { label: 'Due today, 1 late', value: '2' },
  ]);
  expect(metricsOf([], today)).toEqual([
    { label: 'Active tasks', value: '0' },
    { label: 'Due today', value: '0' },
  ]);
});
