import type { SealedCollection } from '../records/declared-collection.ts';

/** Whom the owner tests for, what may be tested, and when. */
export const engagementsCollection: SealedCollection = {
  name: 'engagements',
  title: 'Engagements',
  exportKey: 'engagements',
  sealed: true,
  upgrade: [],
};
