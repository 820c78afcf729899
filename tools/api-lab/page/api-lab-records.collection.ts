import type { SealedCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** The owner's collections and environments of API Lab. */
export const apiLabRecordsCollection: SealedCollection = {
  name: 'api_lab_records',
  title: 'API Lab',
  exportKey: 'api_lab_records',
  sealed: true,
  upgrade: [],
};
