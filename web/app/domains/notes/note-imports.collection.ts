import type { SealedCollection } from '../records/declared-collection.ts';

/** Finished imports of notes. */
export const noteImportsCollection: SealedCollection = {
  name: 'note_imports',
  title: 'Imports of notes',
  exportKey: 'noteImports',
  sealed: true,
  upgrade: [],
};
