import { useEffect } from 'react';
import type { Command, KeyList } from '../../domains/commands/command.ts';
import { isSingleKey } from '../../domains/commands/single-keys.ts';
import { useCommands } from '../../domains/commands/use-commands.ts';
import { useHabits } from './habit-context.tsx';

const keyLists: readonly KeyList[] = [
  {
    title: 'Habit Forge',
    keys: [
      { keys: 'n', does: 'Add a habit' },
      { keys: '/', does: 'Find a habit' },
      { keys: 'arrows', does: 'Go through the week' },
      { keys: 'space', does: 'Mark the day, or take it back' },
      { keys: '1 … 9', does: 'Begin a count’s number' },
      { keys: '0', does: 'Not done, or none' },
      { keys: 's', does: 'Skip the day' },
      { keys: 'Delete', does: 'Clear the day' },
      { keys: 'Enter', does: 'Open the day' },
      { keys: 'PageUp PageDown', does: 'Previous and next week' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];
const noCommands: readonly Command[] = [];

/** Listens for the page's keys, and has the sheet show them. Those of the week are the grid's own. */
export function useKeys(add: () => void): void {
  const { undo } = useHabits();
  useCommands(noCommands, keyLists);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      if (event.key === 'n') add();
      else if (event.key === 'u') undo();
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-find]')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [add, undo]);
}
