import type { SealedCollection } from '../../../../web/app/domains/records/declared-collection.ts';

/** What the owner is paid, when and where. */
export const payPlansCollection: SealedCollection = {
  name: 'pay_plans',
  title: 'Pay plans',
  exportKey: 'pay_plans',
  sealed: true,
  upgrade: [],
};
