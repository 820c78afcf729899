import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { focusOn, stepFocus, usePageKeys } from '../../../web/app/domains/commands/use-page-keys.ts';
import { taskKeys } from '../../../web/app/domains/tasks/task-keys.ts';
import { type Productivity, useProductivity } from './productivity-context.tsx';

const keyLists: readonly KeyList[] = [taskKeys];

/** Listens for the page's keys, and has the sheet show them. */
export function useKeys(): void {
  const work = useProductivity();
  usePageKeys(keyLists, (key) => press(key, work));
}

/** Does what the key is for; `false` where it is for nothing. */
function press(key: string, work: Productivity): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-task]');
  const task = work.tasks.state.rows.find(({ id }) => id === focused?.dataset['task']);
  if (key === 'q') focusOn('[data-quick-add]')();
  else if (key === 'u') work.undo();
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (task === undefined) return false;
  else if (key === ' ') {
    // The list is drawn without it in a moment: the focus goes on to what is there.
    step(1);
    work.toggleDone(task);
  } else if (key === 'e') work.setEditing({ id: task.id, field: 'title' });
  else if (key === 't') work.setEditing({ id: task.id, field: 'due_on' });
  else if (key === 's') work.toggleFocus(task);
  else if (/^[1-4]$/.test(key)) void work.changeTask(task, { priority: task.priority === Number(key) ? 0 : Number(key) });
  else return false;
  return true;
}

const step = (by: 1 | -1) => stepFocus('[data-task-title]', '[data-task]', by);
