import type { SealedCollection } from '../records/declared-collection.ts';

/** The owner's accounts and ledger, as monthly bundles. */
export const moneyCollection: SealedCollection = { name: 'money', title: 'Money', exportKey: 'money', sealed: true, upgrade: [] };
