import type { SealedCollection } from '../records/declared-collection.ts';

/** The private keys that open what a phone sent. One is never removed: values may wait that were sealed to it. */
export const healthFeedKeysCollection: SealedCollection = {
  name: 'health_feed_keys',
  title: 'Keys of the health feed',
  exportKey: 'health_feed_keys',
  sealed: true,
  upgrade: [],
};
