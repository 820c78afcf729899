import type { Clock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { settingAddress } from '@castellan/web/setting-address';
import type { BackedUp } from '../back-up.ts';
import {
  type BackupRecord,
  type BackupSchedule,
  endRun,
  isRunning,
  judgeRecord,
  lateMs,
  nextRunMs,
  settleRecord,
  type WantedSchedule,
} from './backup-schedule.ts';
import { complainOfFolder } from './judge-folder.ts';
import type { Ping } from './ping.ts';
import { createReminder } from './remind-of-first.ts';
import { type BackupRun, runBackup } from './run-backup.ts';
import { scheduleFilesAt } from './schedule-files.ts';

/** How the machine's backups stand. */
export type BackupStanding = {
  readonly schedule: BackupSchedule | undefined;
  readonly record: BackupRecord;
  readonly nextRunMs: number | undefined;
  readonly isRunning: boolean;
  readonly state: ReturnType<typeof judgeRecord>;
};

/** The machine's backups, as a server makes them. */
export type Backups = {
  readonly read: () => BackupStanding;
  /** Takes a schedule, or none; answers with what is wrong with it, a sentence. */
  readonly setSchedule: (wanted: WantedSchedule | undefined) => string | undefined;
  /** Begins a backup now; false: there is no schedule that says where to, or one is under way. */
  readonly start: () => boolean;
  /** Asks the one that is under way to end. It ends within seconds. */
  readonly cancel: () => void;
  /** Makes what is due. Resolves when it has ended, whatever came of it. */
  readonly look: () => Promise<void>;
  /**
   * Tells the owner once that there never was a backup, where the site has held records for a week; takes it back once there is one,
   * also one made by hand.
   */
  readonly remind: () => Promise<void>;
  /** Ends what is under way. The next server makes it anew. */
  readonly close: () => Promise<void>;
};

type Given = {
  readonly settings: BackedUp;
  /** Connected as `postgres`. */
  readonly database: Queryable;
  readonly log: Log;
  readonly clock: Clock;
  /** Tells a monitor of a good backup. */
  readonly ping: Ping;
};

/** Opens the schedule that lies beside the keys. Of several servers one makes what is due: the process takes its turn in the database. */
export function openBackups({ settings, database, log, clock, ping }: Given): Backups {
  const files = scheduleFilesAt(settings.keysFile);
  let current: BackupRun | undefined;
  let isClosed = false;
  /** Has a backup made; true where there is one now. Of a failure the server tells that saw it. */
  const make = async (schedule: BackupSchedule, isAsked: boolean): Promise<boolean> => {
    const run = runBackup({ settings, schedule, isAsked });
    current = run;
    const said = await run.ended;
    current = undefined;
    const { running } = files.readRecord();
    if (running?.id === run.id) {
      // It did not say itself what came of it.
      const [outcome, error] = isClosed
        ? (['interrupted', 'The server stopped meanwhile.'] as const)
        : (['failed', 'The process that made it ended by itself. The log says more.'] as const);
      files.writeRecord(endRun(files.readRecord(), { ...running, endedMs: clock.nowMs(), outcome, error }));
      if (!isClosed) log.error('a backup ended by itself', { said });
    }
    const { last } = files.readRecord();
    if (last?.id !== run.id || isClosed) return false;
    return tellOutcome(last, schedule, { database, log, ping });
  };
  const read = (): BackupStanding => {
    const [schedule, nowMs] = [files.readSchedule(), clock.nowMs()];
    const record = settleRecord(files.readRecord(), nowMs);
    return {
      schedule,
      record,
      nextRunMs: schedule === undefined ? undefined : nextRunMs(schedule, record, nowMs),
      isRunning: current !== undefined || isRunning(record, nowMs),
      state: judgeRecord(schedule, record, nowMs),
    };
  };
  const look = async () => {
    const schedule = files.readSchedule();
    if (schedule === undefined || current !== undefined || isClosed) return;
    const nowMs = clock.nowMs();
    const kept = files.readRecord();
    const record = settleRecord(kept, nowMs);
    if (record !== kept) files.writeRecord(record);
    const dueMs = nextRunMs(schedule, record, nowMs);
    if (dueMs > nowMs || isRunning(record, nowMs)) return;
    const isLate = nowMs - dueMs > lateMs;
    if ((await make(schedule, false)) && isLate)
      await ring(database, 'A backup was missed', 'The server was not there at its time. It was made as soon as it was.');
  };
  return {
    read,
    setSchedule: (wanted) => {
      const complaint = wanted === undefined ? undefined : complainOfFolder(wanted.folder, settings);
      if (complaint === undefined)
        files.writeSchedule(
          wanted === undefined
            ? undefined
            : { ...wanted, ping: files.readSchedule()?.ping ?? null, since: new Date(clock.nowMs()).toISOString() },
        );
      return complaint;
    },
    start: () => {
      const { schedule, isRunning: isBusy } = read();
      if (schedule === undefined || isBusy || current !== undefined || isClosed) return false;
      make(schedule, true).catch((error: Error) => log.error('a backup was not told of', { error }));
      return true;
    },
    cancel: () => {
      const id = current?.id ?? files.readRecord().running?.id;
      if (id !== undefined) files.askToCancel(id);
    },
    look,
    remind: createReminder({ files, database, clock }),
    close: async () => {
      isClosed = true;
      const run = current;
      run?.stop();
      await run?.ended;
    },
  };
}

const lookEveryMs = 30_000;

/** Looks for what is due, from a while after the start on. */
export function followSchedule(backups: Backups, log: Log): () => Promise<void> {
  let before = '';
  const look = () =>
    Promise.all([backups.look(), backups.remind()]).then(
      () => {
        before = '';
      },
      (error: Error) => {
        // Said once, however often it is met.
        if (error.message !== before) log.error('the schedule of backups could not be followed', { error });
        before = error.message;
      },
    );
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await backups.close();
  };
}

/** Tells whoever waits for it what came of a backup; true where there is one now. */
async function tellOutcome(
  { outcome, error }: NonNullable<BackupRecord['last']>,
  { ping: monitor }: BackupSchedule,
  { database, log, ping }: Pick<Given, 'database' | 'log' | 'ping'>,
): Promise<boolean> {
  if (outcome === 'failed') {
    log.error('a backup failed', { reason: error ?? '' });
    await ring(database, 'A backup failed', error ?? '');
    return false;
  }
  log.info('a backup ended', { outcome });
  if (outcome !== 'made') return false;
  const said = monitor === null ? 'told' : await ping(monitor);
  // The address may hold a secret.
  if (said !== 'told') log.warn('the monitor of the backups could not be told of one', { reason: said });
  return true;
}

async function ring(database: Queryable, title: string, message: string): Promise<void> {
  await database.query(
    `insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
     select owner.user_id, 'alert', $1, coalesce(private.plain_text($2, 2000), ''), 'archive', true, '{"subject": "backup"}', $3
     from private.owner`,
    [title, message, settingAddress('machine-backups')],
  );
}
