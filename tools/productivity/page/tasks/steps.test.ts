import { expect, test } from 'vitest';
import { type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import { nestSteps } from './steps.ts';

let made = 0;
function task(id: string, values: Partial<Task> = {}): Task {
  made += 1;
  const moment = `2026-11-01T08:00:${String(made % 60).padStart(2, '0')}Z`;
  return tasks.schema.parse({ id, title: id, version: 1, created_at: moment, updated_at: moment, deleted_at: null, ...values });
}
const ids = (list: readonly Task[]) => list.map(({ id }) => id);

test('steps stand with the task that they are a part of, what is left first, in the order in which they were added', () => {
  const { top, stepsOf } = nestSteps([
    task('whole'),
    task('first', { parent_id: 'whole', position: -1 }),
    task('done', { parent_id: 'whole', position: 0, status: 'done' }),
    task('second', { parent_id: 'whole', position: -2 }),
    task('dropped', { parent_id: 'whole', status: 'cancelled' }),
    task('deeper', { parent_id: 'second' }),
    task('alone'),
  ]);
  expect(ids(top)).toEqual(['whole', 'alone']);
  expect(ids(stepsOf('whole'))).toEqual(['first', 'second', 'done']);
  expect(ids(stepsOf('second'))).toEqual(['deeper']);
  expect(stepsOf('alone')).toEqual([]);
});

test('nothing is hidden: a step with a day, or of a task that is done or gone, stands by itself', () => {
  const { top } = nestSteps([
    task('whole'),
    task('finished', { status: 'done' }),
    task('with a day', { parent_id: 'whole', due_on: '2026-11-21' }),
    task('of a finished one', { parent_id: 'finished' }),
    task('of nobody', { parent_id: 'removed' }),
  ]);
  expect(ids(top)).toEqual(['whole', 'finished', 'with a day', 'of a finished one', 'of nobody']);
});

test('two tasks that are parts of each other, and a part of itself, are both shown', () => {
  const { top } = nestSteps([
    task('a', { parent_id: 'b' }),
    task('b', { parent_id: 'a' }),
    task('c', { parent_id: 'c' }),
    task('d', { parent_id: 'a' }),
  ]);
  expect(ids(top)).toEqual(['a', 'b', 'c', 'd']);
});
