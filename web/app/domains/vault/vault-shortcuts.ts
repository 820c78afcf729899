import type { KeyList } from '../commands/command.ts';

/** Every key that the open vault knows, as the sheet shows them; `?` is everybody's. */
export const vaultKeys: KeyList = {
  title: 'Vault',
  keys: [
    { keys: '/', does: 'Search' },
    { keys: 'j', does: 'Next entry' },
    { keys: 'k', does: 'Previous entry' },
    { keys: 'Enter', does: 'Show the entry, then its password' },
    { keys: 'c', does: 'Copy the password' },
    { keys: 'u', does: 'Copy the username' },
    { keys: 't', does: 'Copy the one-time code' },
    { keys: 'e', does: 'Edit' },
    { keys: 'n', does: 'Add an entry' },
    { keys: 'x', does: 'Select the entry; Shift and an arrow select more, Ctrl A all' },
    { keys: 'Delete', does: 'Delete the entry, after a question' },
    { keys: 'L', does: 'Lock' },
    { keys: 'Esc', does: 'Hide, then go back' },
  ],
};
