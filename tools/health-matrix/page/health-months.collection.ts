import type { SealedCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** The owner's health records, a sealed bundle of them for each month. */
export const healthMonthsCollection: SealedCollection = {
  name: 'health_months',
  title: 'Health',
  exportKey: 'health_months',
  sealed: true,
  upgrade: [],
};
