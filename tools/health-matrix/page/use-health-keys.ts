import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { focusOn, usePageKeys } from '../../../web/app/domains/commands/use-page-keys.ts';

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

/** Listens for the page's keys, and has the sheet show them. */
export function useHealthKeys({ checkIn, undo }: { readonly checkIn: () => void; readonly undo: () => void }): void {
  usePageKeys(keyLists, { c: checkIn, u: undo, '/': focusOn('[data-search-health]') });
}
