import type { SealedCollection } from '../records/declared-collection.ts';

/** Earlier states of the owner's notes. */
export const noteVersionsCollection: SealedCollection = {
  name: 'note_versions',
  title: 'Versions of notes',
  exportKey: 'noteVersions',
  sealed: true,
  upgrade: [],
};
