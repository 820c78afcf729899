import { useEffect, useSyncExternalStore } from 'react';
import { defineStoredValue } from '../../lib/stored-values.ts';
import { type Desk, useDesk } from './use-desk.tsx';

/** Whether single keys do things; they can be switched off, since speech input types them by accident (WCAG 2.1.4). */
export const singleKeys = defineStoredValue<'on' | 'off'>({
  key: 'productivity_keys',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  format: (value) => value,
});

/** Every key, in the order of the sheet. Those for a task act on the one that has the focus. */
export const keySheet: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'q', does: 'Type a new task' },
  { keys: 'j k', does: 'Next and previous task' },
  { keys: 'space', does: 'Finish the task, or open it again' },
  { keys: 'e', does: 'Edit the task' },
  { keys: 't', does: 'Choose its day' },
  { keys: '1 2 3 4', does: 'Give it a priority; the same again takes it away' },
  { keys: 's', does: 'Start or stop the timer on it' },
  { keys: 'Shift + arrows', does: 'Move it on the board or in the week' },
  { keys: 'u', does: 'Undo' },
  { keys: '?', does: 'This sheet' },
];

/** Listens for the page's keys. */
export function useKeys(onSheet: () => void): void {
  const desk = useDesk();
  const enabled = useSyncExternalStore(singleKeys.subscribe, singleKeys.read, () => undefined) !== 'off';
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target?.closest('input, textarea, select, [contenteditable], dialog') != null) return;
      if (press(event, desk, onSheet)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [desk, enabled, onSheet]);
}

/** Does what the key is for; `false` where it is for nothing. */
function press({ key }: KeyboardEvent, desk: Desk, onSheet: () => void): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-task]');
  const task = desk.tasks.state.rows.find(({ id }) => id === focused?.dataset['task']);
  if (key === 'q') document.querySelector<HTMLElement>('[data-quick-add]')?.focus();
  else if (key === 'u') desk.undo();
  else if (key === '?') onSheet();
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (task === undefined) return false;
  else if (key === ' ') {
    // The list is drawn without it in a moment: the focus goes on to what is there.
    step(1);
    desk.toggleDone(task);
  } else if (key === 'e') desk.setEditing({ id: task.id, field: 'title' });
  else if (key === 't') desk.setEditing({ id: task.id, field: 'due_on' });
  else if (key === 's') desk.toggleFocus(task);
  else if (/^[1-4]$/.test(key)) void desk.changeTask(task, { priority: task.priority === Number(key) ? 0 : Number(key) });
  else return false;
  return true;
}

/** Puts the focus on the next or previous task's title. */
function step(by: 1 | -1): void {
  const titles = [...document.querySelectorAll<HTMLElement>('[data-task-title]')];
  const at = titles.findIndex((title) => title.closest('[data-task]')?.contains(document.activeElement));
  titles[at < 0 ? (by > 0 ? 0 : titles.length - 1) : Math.min(titles.length - 1, Math.max(0, at + by))]?.focus();
}
