import { useEffect } from 'react';
import type { Command, KeyList } from '../../domains/commands/command.ts';
import { isSingleKey } from '../../domains/commands/single-keys.ts';
import { useCommands } from '../../domains/commands/use-commands.ts';

const keyLists: readonly KeyList[] = [
  {
    title: 'Health Matrix',
    keys: [
      { keys: 'c', does: 'Check in' },
      { keys: '/', does: 'Search' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];
const noCommands: readonly Command[] = [];

/** Listens for the page's keys, and has the sheet show them. */
export function useHealthKeys({ checkIn, undo }: { readonly checkIn: () => void; readonly undo: () => void }): void {
  useCommands(noCommands, keyLists);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      if (event.key === 'c') checkIn();
      else if (event.key === 'u') undo();
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-search-health]')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [checkIn, undo]);
}
