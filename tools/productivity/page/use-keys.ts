import { useEffect } from 'react';
import type { Command, KeyList } from '../../domains/commands/command.ts';
import { isSingleKey } from '../../domains/commands/single-keys.ts';
import { useCommands } from '../../domains/commands/use-commands.ts';
import { taskKeys } from '../../domains/tasks/task-keys.ts';
import { type Productivity, useProductivity } from './productivity-context.tsx';

const keyLists: readonly KeyList[] = [taskKeys];
const noCommands: readonly Command[] = [];

/** Listens for the page's keys, and has the sheet show them. */
export function useKeys(): void {
  const work = useProductivity();
  useCommands(noCommands, keyLists);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSingleKey(event) && press(event, work)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [work]);
}

/** Does what the key is for; `false` where it is for nothing. */
function press({ key }: KeyboardEvent, work: Productivity): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-task]');
  const task = work.tasks.state.rows.find(({ id }) => id === focused?.dataset['task']);
  if (key === 'q') document.querySelector<HTMLElement>('[data-quick-add]')?.focus();
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

/** Puts the focus on the next or previous task's title. */
function step(by: 1 | -1): void {
  const titles = [...document.querySelectorAll<HTMLElement>('[data-task-title]')];
  const at = titles.findIndex((title) => title.closest('[data-task]')?.contains(document.activeElement));
  titles[at < 0 ? (by > 0 ? 0 : titles.length - 1) : Math.min(titles.length - 1, Math.max(0, at + by))]?.focus();
}
