import type { Clock } from '@castellan/foundation/clock';
import { isConnectionFailure } from '@castellan/platform/core/connection-failure';
import type { Queryable } from '@castellan/platform/core/database';
import pg from 'pg';

/** `away`: the database does not answer, or is none of this program's. `full`: it answers, and nothing can be written. */
export type Readiness = 'ready' | 'away' | 'full';

/** How long what was found is repeated, however many ask. */
const answerLifeMs = 1_000;

/** A database that has not answered by then is as good as away. */
const patienceMs = 3_000;

/**
 * Writes 256 kB where the database's tables lie, into a file that ends with the statement: rows that are put together beyond
 * `work_mem` go to the disk. No row is written and no write-ahead log, which on a full disk would end the database; so nothing has
 * to be cleared up, and a database that may only be read is told by its own word.
 */
const writeSomething = `set local work_mem = '64kB'; set local temp_tablespaces = '';
  select count(*), current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from unnest(array_fill(repeat('castellan', 1000), array[29])) as piece`;

/**
 * Tells whether the database can be read and written, and has every migration (`isMigrated`), by asking it once a second at most
 * and only while somebody wants to know. What is known is there at once, and no promise. It never throws.
 */
export function watchReadiness(
  queryable: Queryable,
  clock: Clock,
  isMigrated: (queryable: Queryable) => Promise<boolean>,
): () => Readiness | Promise<Readiness> {
  let known: { readonly atMs: number; readonly state: Readiness } | undefined;
  let running: Promise<Readiness> | undefined;
  const look = () => {
    const found = findReadiness(queryable, isMigrated);
    const told = inTime(found).then((state) => {
      known = { atMs: clock.nowMs(), state };
      return state;
    });
    // Until it has answered nothing else is asked, so that questions do not queue up before a database that hangs.
    void Promise.all([told, found]).then(() => {
      running = undefined;
    });
    return told;
  };
  return () => {
    const nowMs = clock.nowMs();
    // A clock that was set back knows nothing of when that was.
    if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < answerLifeMs) return known.state;
    running ??= look();
    return running;
  };
}

async function inTime(found: Promise<Readiness>): Promise<Readiness> {
  const late = Promise.withResolvers<Readiness>();
  const timer = setTimeout(() => late.resolve('away'), patienceMs);
  const state = await Promise.race([found, late.promise]);
  clearTimeout(timer);
  return state;
}

async function findReadiness(queryable: Queryable, isMigrated: (queryable: Queryable) => Promise<boolean>): Promise<Readiness> {
  try {
    if (!(await isMigrated(queryable))) return 'away';
    return await writes(queryable);
  } catch {
    return 'away';
  }
}

async function writes(queryable: Queryable): Promise<Readiness> {
  try {
    // Several statements in one text have several answers, which the driver's types do not tell.
    const answered: unknown = await queryable.query(writeSomething);
    const last: unknown = Array.isArray(answered) ? answered.at(-1) : answered;
    const isReadOnly = last instanceof pg.Result && last.rows[0]?.isReadOnly === true;
    return isReadOnly ? 'full' : 'ready';
  } catch (error) {
    if (isConnectionFailure(error)) return 'away';
    return cannotWrite(error) ? 'full' : 'ready';
  }
}

/**
 * Whether PostgreSQL says that the disk takes nothing: it is full (53100), broken (class 58), or answers with what PostgreSQL has
 * no code for, such as a quota. A limit of the cluster's own on such files says nothing about rows.
 */
function cannotWrite(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:53100|58|XX)/.test(error.code ?? '');
}
