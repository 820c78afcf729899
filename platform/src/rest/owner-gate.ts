import type { Caller } from '../core/caller.ts';
import { nothing, type Sql, sql } from './compile/sql.ts';
import type { Relation } from './schema-cache.ts';

/**
 * A condition that PostgreSQL answers once, before it reads anything: nothing of the table is scanned for a caller to whom
 * its policies would show no row, so that neither time nor plan tells how much there is. A policy alone is asked for each
 * row that was read. It never shows more than the policies do.
 */
export function ownerGate({ isForOwnerSession }: Relation, { role }: Caller): Sql {
  return isForOwnerSession && role === 'authenticated' ? sql`(select private.owner_session())` : nothing;
}
