import type { ClearCollection } from '../records/declared-collection.ts';

/** How many the owner means to finish in a year. */
export const mediaGoalsCollection: ClearCollection = {
  name: 'media_goals',
  title: 'Goals of films and books',
  exportKey: 'media_goals',
  sealed: false,
  loadSchema: async () => (await import('./media-row.ts')).mediaGoalSchema,
  smallest: { shelf: 'read', year: 2026, goal: 24 },
};
