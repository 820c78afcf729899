import type { SealedCollection } from '../records/declared-collection.ts';

/** The bytes of the files that notes hold. */
export const noteFilePartsCollection: SealedCollection = {
  name: 'note_file_parts',
  title: 'Contents of files in notes',
  exportKey: 'noteFileParts',
  sealed: true,
  upgrade: [],
  isLarge: true,
};
