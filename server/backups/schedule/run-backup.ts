import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { BackedUp } from '../back-up.ts';
import type { BackupSchedule } from './backup-schedule.ts';

/** What the process that makes a backup is told. */
export type RunOrder = {
  readonly id: string;
  readonly settings: BackedUp;
  readonly schedule: BackupSchedule;
  /** Somebody asked for it now; else it is made only where it is due. */
  readonly isAsked: boolean;
};

/** A backup that is being made. */
export type BackupRun = {
  readonly id: string;
  /** Resolves when its process has ended, with what it complained of. */
  readonly ended: Promise<string>;
  /** Ends the process and the scratch database that it started. */
  readonly stop: () => void;
};

/** Less than the server's: what serves the site goes first. */
const lowerPriority = 10;

/** Of JavaScript's own heap. */
const heapMiB = 256;

/** After so long it is stuck. */
const longestMs = 6 * 60 * 60_000;

const saidBytes = 2_000;

/** Starts a process that makes a backup, with bounds on its memory, priority and time. */
export function runBackup(given: Omit<RunOrder, 'id'>): BackupRun {
  const id = randomUUID();
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, join(import.meta.dirname, 'backup-program.ts')], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    timeout: longestMs,
  });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-saidBytes);
  });
  const ended = new Promise<string>((resolve) => {
    child.on('close', () => resolve(said.trim())).on('error', (error) => resolve(error.message));
  });
  // A process that died at once is told of by its end.
  child.send({ id, ...given } satisfies RunOrder, () => undefined);
  lowerPriorityOf(child);
  return { id, ended, stop: () => void child.kill('SIGTERM') };
}

function lowerPriorityOf({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, lowerPriority);
  } catch {
    // It has ended already, or the system does not let us: then it runs as everything else does.
  }
}
