import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import { z } from 'zod';
import { underWayText } from './back-up.ts';
import {
  type BackupRun,
  type BackupSchedule,
  missingSinceMs,
  nextDueMs,
  readRuns,
  readSchedule,
  recordRun,
  writeSchedule,
} from './schedule.ts';

/** How the machine's backups stand. */
export type BackupState = {
  /** `null`: none was set on the machine. */
  readonly schedule: BackupSchedule | null;
  /** ISO 8601; `null`: none is due. */
  readonly nextAt: string | null;
  readonly missingSince: string | null;
  /** The newest first, at most thirty. */
  readonly runs: readonly BackupRun[];
  /** The one under way, with how many tables and stored contents it wrote, of how many. */
  readonly running: { readonly startedAt: string; readonly done: number; readonly total: number } | null;
};

/** The backups that a running server makes: each in a process of its own, which goes after what serves the site. */
export type BackupRunner = {
  readonly read: () => BackupState;
  /** Starts one as the schedule says. `false`: one is under way, or no schedule was set. */
  readonly start: (by: BackupRun['by']) => boolean;
  /** Calls off the one under way, which leaves nothing. */
  readonly cancel: () => void;
  /** Changes what may be changed from the browser. `false`: no schedule was set on the machine. */
  readonly change: (change: Partial<Pick<BackupSchedule, 'isOn' | 'at' | 'keep'>>) => boolean;
  /** Ends the one under way, and starts no more. */
  readonly close: () => Promise<void>;
};

type Options = {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Told once of each backup that is missing: since when, and why where it is known. */
  readonly onMissing: (missing: { readonly since: string; readonly failure: string | undefined }) => Promise<void>;
  /** Starts the command that makes a backup; what serves the site by default. */
  readonly startProcess?: (by: BackupRun['by']) => ChildProcess;
};

/** How often is looked whether one is due. */
const lookEveryMs = 60_000;

/** A process that was called off has this long to leave nothing behind. */
const lastChanceMs = 30_000;

/** The server itself has little longer to stop. */
const closeMs = 4_000;

const lowerPriority = 10;

const progressSchema = z.object({ done: z.number(), total: z.number() });

/** Begins to look for what is due. */
export function startBackupRunner(options: Options): BackupRunner {
  const { dataFolder, clock, log, onMissing, startProcess = startCommand } = options;
  let child:
    | { readonly process: ChildProcess; readonly ended: Promise<ProcessEnd>; state: NonNullable<BackupState['running']> }
    | undefined;
  let isClosed = false;
  const start = (by: BackupRun['by']): boolean => {
    if (isClosed || child !== undefined || readSchedule(dataFolder) === undefined) return false;
    const started = startProcess(by);
    const running = {
      process: started,
      ended: untilEnded(started, log),
      state: { startedAt: new Date(clock.nowMs()).toISOString(), done: 0, total: 0 },
    };
    child = running;
    started.on('message', (said) => {
      const progress = progressSchema.safeParse(said);
      if (progress.success) running.state = { ...running.state, ...progress.data };
    });
    void running.ended.then((end) => {
      child = undefined;
      recordSilentEnd(running.state.startedAt, by, end);
      tellMissing().catch(warn);
    });
    return true;
  };
  const cancel = () => {
    if (child === undefined) return;
    const { process: cancelled } = child;
    if (cancelled.connected) cancelled.send('cancel');
    const timer = setTimeout(() => cancelled.kill('SIGKILL'), lastChanceMs);
    void child.ended.then(() => clearTimeout(timer));
  };
  /** A process that was killed wrote nothing down; one that found another backup under way is tried again at the next look. */
  const recordSilentEnd = (startedAt: string, by: BackupRun['by'], { code, said }: ProcessEnd) => {
    if (isClosed || code === 0 || said.includes(underWayText) || (readRuns(dataFolder)[0]?.endedAt ?? '') >= startedAt) return;
    const failure = `The backup ended before it was done. ${said.split('\n').at(-1) ?? ''}`.trim().slice(0, 1000);
    recordRun(dataFolder, { startedAt, endedAt: new Date(clock.nowMs()).toISOString(), by, outcome: 'failed', failure });
  };
  const warn = (error: unknown) =>
    log.warn('the schedule of backups was not followed', { error: error instanceof Error ? error : String(error) });
  let told: number | undefined;
  const tellMissing = async () => {
    const runs = readRuns(dataFolder);
    const since = missingSinceMs(readSchedule(dataFolder), runs, clock.nowMs());
    if (since === told) return;
    told = since;
    if (since !== undefined)
      await onMissing({ since: new Date(since).toISOString(), failure: runs.find(({ outcome }) => outcome === 'failed')?.failure });
  };
  const look = async () => {
    try {
      const dueMs = nextDueMs(readSchedule(dataFolder), readRuns(dataFolder));
      if (dueMs !== undefined && dueMs <= clock.nowMs()) start('schedule');
      if (child === undefined) await tellMissing();
    } catch (error) {
      warn(error);
    }
  };
  const looking = setInterval(() => void look(), lookEveryMs);
  looking.unref();
  return {
    read: () => {
      const schedule = readSchedule(dataFolder);
      const runs = readRuns(dataFolder);
      return {
        schedule: schedule ?? null,
        nextAt: isoOf(nextDueMs(schedule, runs)),
        missingSince: isoOf(missingSinceMs(schedule, runs, clock.nowMs())),
        runs,
        running: child?.state ?? null,
      };
    },
    start,
    cancel,
    change: (change) => {
      const schedule = readSchedule(dataFolder);
      if (schedule === undefined) return false;
      writeSchedule(dataFolder, { ...schedule, ...change, since: new Date(clock.nowMs()).toISOString() });
      return true;
    },
    close: async () => {
      isClosed = true;
      clearInterval(looking);
      const running = child;
      if (running === undefined) return;
      cancel();
      const cutOff = setTimeout(() => running.process.kill('SIGTERM'), closeMs);
      await running.ended;
      clearTimeout(cutOff);
    },
  };
}

/** The same command as by hand. */
function startCommand(by: BackupRun['by']): ChildProcess {
  const program = join(import.meta.dirname, '..', 'commands', 'backup.ts');
  const child = spawn(process.execPath, ['--max-old-space-size=256', program, '--scheduled', '--by', by], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // What serves the site goes first. Where the system refuses, the backup is as important as the rest.
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowerPriority);
  } catch {}
  return child;
}

/** How a process ended, and the end of what it complained of. */
type ProcessEnd = { readonly code: number | null; readonly said: string };

/** Resolves when the process has ended; what it complained of is in the log. */
function untilEnded(child: ChildProcess, log: Log): Promise<ProcessEnd> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      log.warn('a backup was not started', { error });
      resolve({ code: null, said: error.message });
    });
    child.once('close', (code) => {
      if (code === 0) log.info('backup made');
      else log.warn('backup not made', { code, said: said.trim() });
      resolve({ code, said: said.trim() });
    });
  });
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
