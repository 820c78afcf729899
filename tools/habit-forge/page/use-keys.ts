import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { focusOn, usePageKeys } from '../../../web/app/domains/commands/use-page-keys.ts';
import { useHabits } from './habit-context.tsx';

const keyLists: readonly KeyList[] = [
  {
    title: 'Habit Forge',
    keys: [
      { keys: 'n', does: 'Add a habit' },
      { keys: '/', does: 'Find a habit' },
      { keys: 'arrows', does: 'Go through the days' },
      { keys: 'Alt arrows', does: 'Move the habit up or down' },
      { keys: 'space', does: 'Mark the day, or take it back' },
      { keys: '1 … 9', does: 'Begin a count’s number' },
      { keys: '0', does: 'Not done, or none' },
      { keys: 's', does: 'Skip the day' },
      { keys: 'Delete', does: 'Clear the day' },
      { keys: 'Enter', does: 'Open the day' },
      { keys: 'PageUp PageDown', does: 'Earlier and later days' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];

/** Listens for the page's keys, and has the sheet show them. Those of the days are the grid's own. */
export function useKeys(add: () => void): void {
  const { undo } = useHabits();
  usePageKeys(keyLists, { n: add, u: undo, '/': focusOn('[data-record-find]') });
}
