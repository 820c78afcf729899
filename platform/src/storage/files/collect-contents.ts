import type { Caller } from '../../core/caller.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { type RequestFacts, runAs } from '../../core/run-as.ts';
import type { ContentFiles } from './content-files.ts';

/** Removes what no object holds. */
export type ContentCollector = {
  /** Looks now, unless it is looking already. Never throws: what could not be removed is found again. */
  readonly collect: () => Promise<void>;
  /** Looks every ten minutes from now on. */
  readonly start: () => void;
  /** Resolves when it does not look any more. */
  readonly stop: () => Promise<void>;
};

const everyMs = 10 * 60 * 1000;
const mostAtOnce = 500;

const service: Caller = { role: 'service_role', claims: null };
const facts: RequestFacts = {
  ...{ method: 'POST', path: '/storage/v1', userAgent: 'castellan' },
  context: { address: '127.0.0.1', secure: true, requestId: 'collect' },
};

/**
 * A content that no object holds, and that nobody has begun to store within the hour, goes: its row first, its file before that is
 * committed. An upload of the same bytes waits for the row, and then puts the file in its place again.
 */
const takeOne = `
  delete from storage.contents where hash = (
    select hash from storage.contents c where touched_at < $1
      and not exists (select from storage.objects where content = c.hash) limit 1 for update skip locked
  ) returning hash`;

/** A backup holds this lock from before its snapshot to its end: what its rows name must not go meanwhile. */
const notDuringBackup = `select pg_try_advisory_xact_lock_shared(hashtext('castellan backup')) as free`;

/** Makes a collector. */
export function createContentCollector(
  { database, clock, log }: Pick<PlatformContext, 'database' | 'clock' | 'log'>,
  files: ContentFiles,
): ContentCollector {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const collectAll = async () => {
    try {
      await files.removeLeftOvers(clock.nowMs());
      for (let count = 0; count < mostAtOnce && !isStopped; count += 1) {
        const before = new Date(clock.nowMs() - 60 * 60 * 1000);
        const wasOne = await runAs(database.requests, service, facts, async (client) => {
          const [turn] = (await client.query<{ free: boolean }>(notDuringBackup)).rows;
          if (turn?.free !== true) return false;
          const { rows } = await client.query<{ hash: string }>(takeOne, [before]);
          if (rows[0] !== undefined) await files.remove(rows[0].hash);
          return rows.length > 0;
        });
        if (!wasOne) return;
      }
    } catch (error) {
      log.warn('storage_contents_not_collected', { error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const collect = () => {
    if (isStopped) return Promise.resolve();
    running ??= collectAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    collect,
    start: () => {
      timer = setInterval(() => void collect(), everyMs);
      timer.unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
