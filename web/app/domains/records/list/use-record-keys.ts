import type { KeyList } from '../../commands/command.ts';
import { focusOn, stepFocus, usePageKeys } from '../../commands/use-page-keys.ts';

type RecordKeys = {
  /** The key that goes to where a record is typed, and what marks that place. */
  readonly add?: readonly [key: string, selector: string];
  /** The key that begins a record in a form. */
  readonly create?: readonly [key: string, begin: () => void];
  readonly find?: (() => void) | undefined;
  readonly undo: () => void;
  /** What a key does to the record that has the focus; `false` where it is for nothing. */
  readonly act: (key: string, id: string) => boolean;
};

/** The keys that every list of records has, and those that its page adds for the one in focus. Hand in a list that stays the same. */
export function useRecordKeys(keyLists: readonly KeyList[], { add, create, find, undo, act }: RecordKeys): void {
  usePageKeys(keyLists, (key) => {
    const id = document.activeElement?.closest<HTMLElement>('[data-record]')?.dataset['record'];
    if (key === add?.[0]) focusOn(add[1])();
    else if (key === create?.[0]) create[1]();
    else if (key === '/' && find !== undefined) find();
    else if (key === 'u') undo();
    else if (key === 'j' || key === 'k') stepRecord(key === 'j' ? 1 : -1);
    // Without a record in focus the arrows scroll the page.
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && document.activeElement?.matches('[data-record-title]'))
      stepRecord(key === 'ArrowDown' ? 1 : -1);
    else return id !== undefined && act(key, id);
    return true;
  });
}

/** Puts the focus on the next or previous record of the page. */
export const stepRecord = (by: 1 | -1): void => stepFocus('[data-record-title]', '[data-record]', by);

/** Puts the focus on a record once the page shows it where it is now. */
export function refocusRecord(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"] [data-record-title]`)?.focus());
}
