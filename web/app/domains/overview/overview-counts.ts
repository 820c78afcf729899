import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { spanStartMs } from '../security/log-filter.ts';

/** The dashboard's call for today's logs counts to this many (spec §9). */
export const todaysLogLimit = 200;

/** The figures of the overview; `unknown` where the backend did not tell, `absent` where it keeps nothing of the kind. */
export type OverviewCounts = {
  readonly activeTasks: number | 'unknown' | 'absent';
  /** How many there are is all that can be told of them while the vault is closed. */
  readonly notes: number | 'unknown' | 'absent';
  readonly todaysLogs: number | 'unknown';
};

/** Counts tasks that are not completed, notes, and the logs since UTC midnight minus 2 hours, at most 200. */
export async function loadOverviewCounts(nowMs: number): Promise<OverviewCounts> {
  const [tasks, notes, logs] = await Promise.all([
    countRows(() =>
      askTable(
        (client) =>
          client
            .from('tasks')
            .select('id', { count: 'exact', head: true })
            .is('deleted_at', null)
            .in('status', ['todo', 'doing'])
            .then(({ count, error, status }) => ({ data: count, error, status })),
        z.number().int(),
      ),
    ),
    countRows(() =>
      askTable(
        (client) =>
          client
            .from('notes')
            .select('id', { count: 'exact', head: true })
            .is('deleted_at', null)
            .then(({ count, error, status }) => ({ data: count, error, status })),
        z.number().int(),
      ),
    ),
    askTable(
      (client) =>
        client
          .from('activity_logs')
          .select('id')
          .gte('created_at', new Date(spanStartMs('today', nowMs) ?? 0).toISOString())
          .limit(todaysLogLimit),
      z.array(z.unknown()),
    ),
  ]);
  return { activeTasks: tasks, notes, todaysLogs: logs.ok ? logs.value.length : 'unknown' };
}

async function countRows(ask: () => Promise<Result<number, BackendFailure>>): Promise<number | 'unknown' | 'absent'> {
  const counted = await ask();
  if (counted.ok) return counted.value;
  return isAbsent(counted.failure) ? 'absent' : 'unknown';
}

/** The backend's own word for a table that it does not have; an answer without a body says it by its status alone. */
export function isAbsent(failure: BackendFailure): boolean {
  return failure.code === 'refused' && ['PGRST205', '42P01', 'http_404'].includes(failure.reason);
}
