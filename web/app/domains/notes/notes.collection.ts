import type { SealedCollection } from '../records/declared-collection.ts';

/** The owner's notes. */
export const notesCollection: SealedCollection = { name: 'notes', title: 'Notes', exportKey: 'notes', sealed: true, upgrade: [] };
