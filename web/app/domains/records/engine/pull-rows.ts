import type { RawRecord } from '../record.ts';
import { pageRows, type RecordsServer } from '../records-server.ts';

/**
 * Milliseconds before the newest known row at which asking begins again: a row is dated when it is written and seen when
 * its transaction ends, so one that is dated earlier may appear later.
 */
const overlapMs = 60_000;

/** The cursor of a collection that was read and has no row: older than any, so that the next pull reads everything again. */
const cursorOfNone = new Date(0).toISOString();

/**
 * Reads what was written since the cursor, page by page, and hands each page over with the cursor after it, until one is not taken. What
 * is never mentioned is not removed: an answer that lacks a row says nothing about it.
 */
export async function pullRows(
  server: RecordsServer,
  collection: string,
  cursor: string | undefined,
  take: (rows: readonly RawRecord[], cursor: string | undefined) => Promise<boolean>,
): Promise<'reachable' | 'away' | 'signed-out'> {
  let since = cursor === undefined ? undefined : new Date(Date.parse(cursor) - overlapMs).toISOString();
  let offset = 0;
  for (;;) {
    const asked = await server.writtenSince(collection, since, offset);
    if (!asked.ok) return asked.failure.code === 'unauthorized' ? 'signed-out' : 'away';
    const newest = asked.value.at(-1)?.updated_at;
    if (newest === undefined && cursor === undefined && offset === 0) {
      // To a session that ended every table is empty.
      const session = await server.hasSession();
      if (!session.ok) return session.failure.code === 'unauthorized' ? 'signed-out' : 'away';
      if (!session.value) return 'signed-out';
    }
    // That it is empty is kept, too: offline it is then known as such, and not as never read.
    if (!(await take(asked.value, newest ?? (since === undefined ? cursorOfNone : undefined)))) return 'away';
    if (asked.value.length < pageRows) return 'reachable';
    // The next page begins at the last row's moment, since rows that change meanwhile move to the end.
    offset = newest === since ? offset + pageRows : 0;
    since = newest;
  }
}
