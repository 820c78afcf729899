import type { ClearCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** The owner's habits. */
export const habitsCollection: ClearCollection = {
  name: 'habits',
  title: 'Habits',
  exportKey: 'habits',
  sealed: false,
  loadSchema: async () => (await import('./habit-row.ts')).habitSchema,
  smallest: { name: 'Oil the lock' },
};
