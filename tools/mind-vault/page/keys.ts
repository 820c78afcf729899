import type { KeyList } from '../../../web/app/domains/commands/command.ts';

/** Every key of the page, in the order of the sheet. */
export const mindVaultKeys: KeyList = {
  title: 'Mind Vault',
  keys: [
    { keys: 'Mod+O', does: 'Open a note by its name' },
    { keys: '/', does: 'Search all notes' },
    { keys: 'Mod+D', does: 'Today’s note' },
    { keys: 'Mod+\\', does: 'Open another note beside this one, or close it' },
    { keys: 'Mod+E', does: 'Read the note, or write in it again' },
    { keys: 'n', does: 'New note' },
    { keys: 'j k', does: 'Next and previous note' },
    { keys: 'u', does: 'Undo' },
    { keys: 'Mod+Enter', does: 'In the text: follow the link at the cursor' },
  ],
};
