import type { ClearCollection } from '../records/declared-collection.ts';

/** The owner's tasks. */
export const tasksCollection: ClearCollection = {
  name: 'tasks',
  title: 'Tasks',
  exportKey: 'tasks',
  sealed: false,
  loadSchema: async () => (await import('./task-row.ts')).taskSchema,
  partOf: 'parent_id',
  smallest: { title: 'Oil the lock' },
};
