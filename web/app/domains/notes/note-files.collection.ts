import type { SealedCollection } from '../records/declared-collection.ts';

/** Files that the owner's notes hold: what they are called and made of. */
export const noteFilesCollection: SealedCollection = {
  name: 'note_files',
  title: 'Files in notes',
  exportKey: 'noteFiles',
  sealed: true,
  upgrade: [],
};
