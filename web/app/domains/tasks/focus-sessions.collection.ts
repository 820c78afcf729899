import type { ClearCollection } from '../records/declared-collection.ts';

/** The owner's focus sessions. */
export const focusSessionsCollection: ClearCollection = {
  name: 'focus_sessions',
  title: 'Focus sessions',
  exportKey: 'focus_sessions',
  sealed: false,
  loadSchema: async () => (await import('./task-row.ts')).focusSchema,
  smallest: { started_at: '2026-11-21T09:00:00Z' },
};
