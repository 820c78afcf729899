import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { spanStartMs } from '../security/log-filter.ts';

/** The dashboard's call for today's logs counts to this many (spec §9). */
export const todaysLogLimit = 200;

/** Which living rows of a collection are counted: all, or those whose column is among some values. */
export type RowQuestion = { readonly collection: string; readonly column?: string; readonly among?: readonly string[] };

/** A count; `unknown` where the backend did not tell, `absent` where it keeps nothing of the kind. */
export type RowCount = number | 'unknown' | 'absent';

/** The figures of the overview. */
export type OverviewCounts = {
  /** In the order of the questions. */
  readonly rows: readonly RowCount[];
  readonly todaysLogs: number | 'unknown';
};

/** Counts what is asked, and the logs since UTC midnight minus 2 hours, at most 200. */
export async function loadOverviewCounts(questions: readonly RowQuestion[], nowMs: number): Promise<OverviewCounts> {
  const [logs, ...rows] = await Promise.all([countTodaysLogs(nowMs), ...questions.map(countRows)]);
  return { rows, todaysLogs: logs };
}

async function countTodaysLogs(nowMs: number): Promise<number | 'unknown'> {
  const asked = await askTable(
    (client) =>
      client
        .from('activity_logs')
        .select('id')
        .gte('created_at', new Date(spanStartMs('today', nowMs) ?? 0).toISOString())
        .limit(todaysLogLimit),
    z.array(z.unknown()),
  );
  return asked.ok ? asked.value.length : 'unknown';
}

/** How many living rows of a collection there are, or of those that the question means. */
export async function countRows({ collection, column, among = [] }: RowQuestion): Promise<RowCount> {
  const counted = await askTable((client) => {
    const living = client.from(collection).select('id', { count: 'exact', head: true }).is('deleted_at', null);
    const asked = column === undefined ? living : living.in(column, among);
    return asked.then(({ count, error, status }) => ({ data: count, error, status }));
  }, z.number().check(z.int()));
  if (counted.ok) return counted.value;
  return isAbsent(counted.failure) ? 'absent' : 'unknown';
}

/** The backend's own word for a table that it does not have; an answer without a body says it by its status alone. */
export function isAbsent(failure: BackendFailure): boolean {
  return failure.code === 'refused' && ['PGRST205', '42P01', 'http_404'].includes(failure.reason);
}
