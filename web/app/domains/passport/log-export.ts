import { logActivity } from '../activity/activity-log.ts';

/** Leaves a row in the log: what left, in which form, and how much of it. Everything that leaves the server by the owner's hand does. */
export function logExport(description: string, metadata: Readonly<Record<string, string | number>>): void {
  void logActivity({ type: 'data_event', description, metadata });
}
