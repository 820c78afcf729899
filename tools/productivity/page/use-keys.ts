import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { stepRecord, useRecordKeys } from '../../../web/app/domains/records/list/use-record-keys.ts';
import { taskKeys } from '../../../web/app/domains/tasks/task-keys.ts';
import { type Productivity, useProductivity } from './productivity-context.tsx';

const keyLists: readonly KeyList[] = [taskKeys];

/** Listens for the page's keys, and has the sheet show them. */
export function useKeys(): void {
  const work = useProductivity();
  useRecordKeys(keyLists, { add: ['q', '[data-quick-add]'], undo: work.undo, act: (key, id) => act(key, id, work) });
}

/** Does what the key is for; `false` where it is for nothing. */
function act(key: string, id: string, work: Productivity): boolean {
  const task = work.tasks.state.rows.find((row) => row.id === id);
  if (task === undefined) return false;
  if (key === ' ') {
    // The list is drawn without it in a moment: the focus goes on to what is there.
    stepRecord(1);
    work.toggleDone(task);
  } else if (key === 'e') work.setEditing({ id: task.id, field: 'title' });
  else if (key === 't') work.setEditing({ id: task.id, field: 'due_on' });
  else if (key === 's') work.toggleFocus(task);
  else if (/^[1-4]$/.test(key)) void work.changeTask(task, { priority: task.priority === Number(key) ? 0 : Number(key) });
  else return false;
  return true;
}
