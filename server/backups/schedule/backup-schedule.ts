import { basename } from 'node:path';
import { z } from 'zod';
import type { MadeBackup } from '../back-up.ts';
import type { Keep } from '../backup-names.ts';
import { isPingAddress } from './ping.ts';

const moment = z.iso.datetime();

/** When the running server makes backups, where to and for whom. */
export const backupScheduleSchema = z.strictObject({
  /** Absolute path. */
  folder: z.string(),
  /** age recipients, `age1…`. */
  recipients: z.array(z.string()).min(1).max(10),
  /** Which older ones stay; `null`: all of them. */
  keep: z.strictObject({ days: z.number(), weeks: z.number(), months: z.number() }).nullable(),
  /** Time of day, UTC, such as `03:15`. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** Who is told of each good one; `null`: nobody. Only somebody on the machine names it: it is an address that the server asks for. */
  ping: z.string().refine(isPingAddress).nullable().default(null),
  /** Since when it holds: what would have been due before is not missed. */
  since: moment,
});

export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/** What the owner asks of a schedule; the rest is for whoever keeps it to say. */
export type WantedSchedule = Omit<BackupSchedule, 'since' | 'ping'> & { readonly keep: Keep | null };

/** Daily at this time, where nobody says another one. */
export const usualTime = '03:15';

/** What the runs came to, as it is kept. */
export const backupRecordSchema = z.object({
  /** A run that is under way. `beatAt`: when it last said so. */
  running: z.object({ id: z.string(), startedAt: moment, beatAt: moment, step: z.string(), done: z.number(), of: z.number() }).nullable(),
  /** The run that ended last, whatever came of it. `interrupted`: the server stopped meanwhile. */
  last: z
    .object({
      id: z.string(),
      startedAt: moment,
      endedAt: moment,
      outcome: z.enum(['made', 'failed', 'cancelled', 'interrupted']),
      /** Why there is no file, a sentence. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** The newest backup that was made and checked. */
  lastGood: z
    .object({
      startedAt: moment,
      endedAt: moment,
      /** Its name in the schedule's folder; its path where it was made by hand. */
      file: z.string(),
      bytes: z.number(),
      /** Of the file. */
      sha256: z.string(),
      rows: z.number(),
      /** The machine's user who made it by hand; `null`: the server. */
      byHandOf: z.string().nullable().default(null),
    })
    .nullable(),
  /** Runs in a row that were interrupted. */
  interruptions: z.number(),
  /** When the owner was told that there never was a backup. */
  remindedAt: moment.nullable().default(null),
});

export type BackupRecord = z.infer<typeof backupRecordSchema>;

export const emptyRecord: BackupRecord = { running: null, last: null, lastGood: null, interruptions: 0, remindedAt: null };

const dayMs = 86_400_000;

/** A run that said nothing for so long is no more. */
const silentMs = 60_000;

/** So late, a backup was missed, and is made all the same. */
export const lateMs = 60 * 60_000;

/** A run that is interrupted again and again may be what ends the server: then it waits for the next day. */
const mostInterruptions = 3;

/** The newest moment of this time of day that has come. */
function newestSlotMs(at: string, nowMs: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = Math.floor(nowMs / dayMs) * dayMs + (hours * 60 + minutes) * 60_000;
  return today <= nowMs ? today : today - dayMs;
}

/** When the next backup is due: now or earlier where one was not made yet. */
export function nextRunMs(schedule: BackupSchedule, record: BackupRecord, nowMs: number): number {
  const slotMs = newestSlotMs(schedule.at, nowMs);
  const { last, interruptions } = record;
  const isTried =
    last !== null && Date.parse(last.startedAt) >= slotMs && (last.outcome !== 'interrupted' || interruptions >= mostInterruptions);
  return slotMs <= Date.parse(schedule.since) || isTried ? slotMs + dayMs : slotMs;
}

/** Whether a run is under way: it says so every few seconds. */
export function isRunning({ running }: BackupRecord, nowMs: number): boolean {
  return running !== null && Math.abs(nowMs - Date.parse(running.beatAt)) < silentMs;
}

/** The record once a run that fell silent has been counted as interrupted. */
export function settleRecord(record: BackupRecord, nowMs: number): BackupRecord {
  const { running } = record;
  if (running === null || isRunning(record, nowMs)) return record;
  return endRun(record, { ...running, outcome: 'interrupted', endedMs: nowMs, error: 'The server stopped meanwhile.' });
}

/** What is written down of a good backup. */
export function noteOf(
  { path, bytes, sha256, counts }: MadeBackup,
  { startedAt, endedAt, byHandOf }: { readonly startedAt: Date; readonly endedAt: Date; readonly byHandOf: string | null },
): NonNullable<BackupRecord['lastGood']> {
  const file = byHandOf === null ? basename(path) : path;
  return { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), file, bytes, sha256, rows: counts.rows, byHandOf };
}

/** The record after a run ended without a backup. */
export function endRun(
  record: BackupRecord,
  run: {
    readonly id: string;
    readonly startedAt: string;
    readonly endedMs: number;
    readonly outcome: 'failed' | 'cancelled' | 'interrupted';
    readonly error: string | null;
  },
): BackupRecord {
  const { id, startedAt, outcome, endedMs, error } = run;
  return {
    ...record,
    running: null,
    last: { id, startedAt, endedAt: new Date(endedMs).toISOString(), outcome, error },
    interruptions: outcome === 'interrupted' ? record.interruptions + 1 : 0,
  };
}

/**
 * How backups stand: `never` made; `failed`, the last one; `missed`: one should have been made over an hour ago; `fine`; `off`: there
 * is one, and no schedule.
 */
export function judgeRecord(
  schedule: BackupSchedule | undefined,
  record: BackupRecord,
  nowMs: number,
): 'fine' | 'off' | 'never' | 'failed' | 'missed' {
  if (record.last?.outcome === 'failed') return 'failed';
  const isLate = schedule !== undefined && nowMs - nextRunMs(schedule, record, nowMs) > lateMs && !isRunning(record, nowMs);
  if (isLate) return 'missed';
  if (record.lastGood === null) return 'never';
  return schedule === undefined ? 'off' : 'fine';
}
