import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findStartMark } from './process-identity.ts';

const lockSchema = z.object({
  processId: z.number().int(),
  startMark: z.string(),
  /** Where the database of the process that holds the lock listens; null until it does. */
  database: z.object({ host: z.string(), port: z.number().int() }).nullable(),
});

/** What the lock file of a data directory says. */
export type DataLock = z.infer<typeof lockSchema>;

const fileName = 'castellan.lock';

/**
 * Takes the data directory for this process. A lock left by a process that no longer runs is taken over.
 * Throws a sentence for people where a living process holds it.
 */
export function takeDataLock(dataFolder: string): void {
  const path = join(dataFolder, fileName);
  const mine: DataLock = { processId: process.pid, startMark: findStartMark(process.pid) ?? '', database: null };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = findLivingHolder(dataFolder);
    if (holder !== undefined) {
      throw new Error(
        `The data directory ${dataFolder} is in use by process ${holder.processId}. Stop that one first, or set CASTELLAN_DATA_DIR to another folder.`,
      );
    }
    rmSync(path, { force: true });
  }
  throw new Error(`The data directory ${dataFolder} was taken by another process that started at the same time.`);
}

/** Records in this process's lock where its database listens, so that the owner's commands find it. */
export function recordDatabaseInLock(dataFolder: string, database: NonNullable<DataLock['database']>): void {
  const mine: DataLock = { processId: process.pid, startMark: findStartMark(process.pid) ?? '', database };
  writeFileSync(join(dataFolder, fileName), JSON.stringify(mine), { mode: 0o600 });
}

/** Gives the data directory back. */
export function releaseDataLock(dataFolder: string): void {
  rmSync(join(dataFolder, fileName), { force: true });
}

/** The lock of the process that holds the data directory now, if one does. */
export function findLivingHolder(dataFolder: string): DataLock | undefined {
  const lock = findDataLock(dataFolder);
  return lock !== undefined && findStartMark(lock.processId) === lock.startMark ? lock : undefined;
}

/** What the lock file says, whether its process lives or not; `undefined` where there is no readable one. */
export function findDataLock(dataFolder: string): DataLock | undefined {
  try {
    return lockSchema.safeParse(JSON.parse(readFileSync(join(dataFolder, fileName), 'utf8'))).data;
  } catch {
    // No file, or one cut short by a crash while it was written: nobody holds it.
    return undefined;
  }
}
