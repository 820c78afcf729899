import type { KeyList } from '../../../web/app/domains/commands/command.ts';
import { focusOn, usePageKeys } from '../../../web/app/domains/commands/use-page-keys.ts';

const keyLists: readonly KeyList[] = [
  {
    title: 'Payday Fun',
    keys: [
      { keys: 'n', does: 'Add pay' },
      { keys: '/', does: 'Find a payday' },
      { keys: 'u', does: 'Undo' },
    ],
  },
];

/** Listens for the page's keys, and has the sheet show them. */
export function usePaydayKeys({ add, undo }: { readonly add: () => void; readonly undo: () => void }): void {
  usePageKeys(keyLists, { n: add, u: undo, '/': focusOn('[data-find-payday]') });
}
