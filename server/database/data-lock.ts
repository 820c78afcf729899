import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type FolderHold, tryHold } from './folder-hold.ts';
import { findStartMark } from './process-identity.ts';

const lockSchema = z.object({
  processId: z.number().int(),
  startMark: z.string(),
  /** Where the database of the process that holds the lock listens; null until it does. */
  database: z.object({ host: z.string(), port: z.number().int() }).nullable(),
  /** Whether it ends by itself, as a command does. */
  isBrief: z.boolean().default(false),
});

/** What the lock file of a data directory says. */
export type DataLock = z.infer<typeof lockSchema>;

const fileName = 'castellan.lock';

/** A data directory that is this process's alone. */
export type HeldData = {
  /** Handed to the database, which holds the directory too for as long as it lives. `undefined`: it cannot. */
  readonly descriptor: number | undefined;
  /** Records where the database listens, so that the owner's commands find it. */
  readonly recordDatabase: (database: NonNullable<DataLock['database']>) => void;
  /** Gives the data directory back. */
  readonly release: () => void;
};

/** What is known of a database that a killed process left behind: it still holds the directory. */
export type Orphan = { readonly processId: number; readonly stop: () => Promise<void> };

/** A server that is ending, or a database whose processes were just killed, lets go of the directory a moment later. */
const usualPatienceMs = 5_000;
const pauseMs = 100;

/** A command that began while no server ran, such as a backup, is waited for so long. */
const patienceWithCommandsMs = 10 * 60_000;

/** How somebody takes a data directory. */
export type Taking = {
  /** Says in the lock that it will be given back soon, so that a start waits for it. */
  readonly isBrief?: boolean | undefined;
  /** Is told once, with its process id, of a command that is waited for. */
  readonly onWait?: ((processId: number) => void) | undefined;
  readonly patienceMs?: number | undefined;
};

/**
 * Takes the data directory for this process, by a lock of the operating system and by the file that says who has it. What a
 * killed process left behind in this namespace is stopped first. A holder that is ending is waited for, and so is a command, for ten
 * minutes. Throws a sentence for people where somebody else goes on holding it.
 */
export async function takeDataLock(
  dataFolder: string,
  findOrphan: () => Orphan | undefined,
  { isBrief = false, onWait = () => undefined, patienceMs = usualPatienceMs }: Taking = {},
): Promise<HeldData> {
  const startedMs = performance.now();
  let deadlineMs = startedMs + patienceMs;
  let isWaiting = false;
  for (;;) {
    const hold = tryHold(dataFolder);
    // Whoever holds the directory names itself before it starts a database. So a database that was found before no such
    // name was is an orphan, and not that of somebody who came a moment earlier.
    const orphan = hold === 'held elsewhere' ? findOrphan() : undefined;
    const holder = findLivingHolder(dataFolder);
    if (hold !== 'held elsewhere') {
      if (holder === undefined) return heldData(dataFolder, hold, isBrief);
      hold.release();
    }
    if (holder?.isBrief === true) {
      if (!isWaiting) onWait(holder.processId);
      isWaiting = true;
      deadlineMs = Math.min(performance.now() + usualPatienceMs, startedMs + patienceWithCommandsMs);
    }
    if (holder === undefined && orphan !== undefined) {
      await orphan.stop();
      deadlineMs = performance.now() + patienceMs;
    } else if (performance.now() > deadlineMs) {
      throw inUse(
        dataFolder,
        holder === undefined ? 'a process that cannot be seen from here, such as one of another container' : `process ${holder.processId}`,
      );
    }
    await pause(pauseMs);
  }
}

function inUse(dataFolder: string, holder: string): Error {
  return new Error(
    `The data directory ${dataFolder} is in use by ${holder}. Stop that one first, or set CASTELLAN_DATA_DIR to another folder.`,
  );
}

function heldData(dataFolder: string, hold: FolderHold, isBrief: boolean): HeldData {
  const path = join(dataFolder, fileName);
  const record = (database: DataLock['database']) => {
    const mine: DataLock = { processId: process.pid, startMark: findStartMark(process.pid) ?? '', database, isBrief };
    // Renamed into its place, so that nobody reads half of it.
    writeFileSync(`${path}.new`, JSON.stringify(mine), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  record(null);
  return {
    descriptor: hold.descriptor,
    recordDatabase: record,
    release: () => {
      rmSync(path, { force: true });
      hold.release();
    },
  };
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
