import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Task } from '../../../../web/app/domains/tasks/task.ts';
import { nextOccurrence } from './next-occurrence.ts';

/** The edits that finish a task: it is done, and where it repeats its next occurrence is there. */
export async function completeTask(task: Task, now: Date, today: Day): Promise<readonly Edit[]> {
  const done: Edit = { kind: 'change', id: task.id, values: { status: 'done', completed_at: now.toISOString() } };
  const next = task.rrule === null || task.due_on === null ? undefined : await nextOccurrence(task.rrule, task.due_on, today);
  if (next === undefined) return [done];
  const { title, notes, priority, due_time, estimate_min, parent_id, project, tags, position } = task;
  // Of two tabs that finish it at once, both make the same next one.
  const id = derivedRecordId(task.id, next.day);
  const values = { title, notes, priority, due_on: next.day, due_time, estimate_min, rrule: next.rule, parent_id, project, tags, position };
  return [done, { kind: 'create', id, values: { ...values, status: 'todo', created_at: now.toISOString() } }];
}
