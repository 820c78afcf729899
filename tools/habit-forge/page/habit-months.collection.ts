import type { ClearCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** How the days of the owner's habits went, a month of one habit to a record. */
export const habitMonthsCollection: ClearCollection = {
  name: 'habit_months',
  title: 'Months of habits',
  exportKey: 'habit_months',
  sealed: false,
  loadSchema: async () => (await import('./habit-row.ts')).habitMonthSchema,
  smallest: { month: '2026-11-01' },
};
