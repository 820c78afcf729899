import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';

/** When the server backs up by itself, and where to. Folder and recipients are set on the machine alone. */
export type BackupSchedule = z.infer<typeof scheduleSchema>;

/** What decides when one is due. */
type DueSchedule = Pick<BackupSchedule, 'isOn' | 'at' | 'since'>;

/** How one backup ended. */
export type BackupRun = z.infer<typeof runSchema>;

const momentSchema = z.iso.datetime();

const scheduleSchema = z.strictObject({
  isOn: z.boolean(),
  /** Absolute. */
  folder: z.string().min(1).max(4096),
  /** age recipients, `age1…` */
  recipients: z.array(z.string().min(1).max(4096)).min(1).max(20),
  /** How many days, weeks and months keep one; `null`: none is deleted. */
  keep: z
    .strictObject({
      days: z.int().min(0).max(9999),
      weeks: z.int().min(0).max(9999),
      months: z.int().min(0).max(9999),
    })
    .nullable(),
  /** Time of day, UTC. */
  at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** When it was set, switched on or changed last. */
  since: momentSchema,
});

const runSchema = z.strictObject({
  startedAt: momentSchema,
  endedAt: momentSchema,
  by: z.enum(['schedule', 'hand']),
  outcome: z.enum(['made', 'failed', 'cancelled']),
  /** Of one that was made: the file's path, its size in bytes, its SHA-256, and rows. */
  file: z.string().optional(),
  bytes: z.number().optional(),
  sha256: z.string().optional(),
  rows: z.number().optional(),
  /** Of one that failed: why, in a sentence for people. */
  failure: z.string().max(1000).optional(),
});

const mostRuns = 30;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Both lie in a folder of the data folder: they are this machine's affair, and no backup has them. */
const folderOf = (dataFolder: string) => join(dataFolder, 'backups');
const scheduleFile = (dataFolder: string) => join(folderOf(dataFolder), 'schedule.json');
const runsFile = (dataFolder: string) => join(folderOf(dataFolder), 'runs.json');

/** The schedule; `undefined`: none was set. Throws a sentence for people where the file is none of ours. */
export function readSchedule(dataFolder: string): BackupSchedule | undefined {
  return readJson(scheduleFile(dataFolder), scheduleSchema);
}

export function writeSchedule(dataFolder: string, schedule: BackupSchedule): void {
  writeJson(dataFolder, scheduleFile(dataFolder), scheduleSchema.parse(schedule));
}

/** What became of the last backups of this machine, the newest first. */
export function readRuns(dataFolder: string): readonly BackupRun[] {
  return readJson(runsFile(dataFolder), z.array(runSchema)) ?? [];
}

export function recordRun(dataFolder: string, run: BackupRun): void {
  writeJson(dataFolder, runsFile(dataFolder), [runSchema.parse(run), ...readRuns(dataFolder)].slice(0, mostRuns));
}

/**
 * When the next backup is due, in milliseconds; `undefined`: never, because none is scheduled. It is the first time of day after the
 * last one began, so that one missed while the machine was off is due at once; one that was made by hand counts, and so does one that
 * was cancelled. One that failed is tried again an hour later.
 */
export function nextDueMs(schedule: DueSchedule | undefined, runs: readonly BackupRun[]): number | undefined {
  if (schedule?.isOn !== true) return undefined;
  const due = timeAfter(schedule.at, Math.max(Date.parse(schedule.since), latest(runs.filter(({ outcome }) => outcome !== 'failed'))));
  const failed = latest(runs.filter(({ outcome, by }) => outcome === 'failed' && by === 'schedule'));
  return failed >= due ? failed + hourMs : due;
}

/**
 * Since when a backup has been missing, in milliseconds: the first that failed after the last one that was made, or the moment at which
 * one was due and was not made within two hours. `undefined`: nothing is wrong, or nothing is scheduled.
 */
export function missingSinceMs(schedule: DueSchedule | undefined, runs: readonly BackupRun[], nowMs: number): number | undefined {
  if (schedule?.isOn !== true) return undefined;
  const madeMs = latest(runs.filter(({ outcome }) => outcome === 'made'));
  const failures = runs.filter(({ outcome, startedAt }) => outcome === 'failed' && Date.parse(startedAt) > madeMs);
  if (failures.length > 0) return Math.min(...failures.map(({ startedAt }) => Date.parse(startedAt)));
  const due = timeAfter(schedule.at, Math.max(Date.parse(schedule.since), madeMs));
  return nowMs > due + 2 * hourMs ? due : undefined;
}

/** Why backups may not be written to a folder by themselves, in a sentence for people; `undefined`: they may. */
export function judgeFolder(folder: string, own: { readonly dataFolder: string; readonly contentFolder: string }): string | undefined {
  for (const [place, name] of [
    [own.dataFolder, 'the data folder'],
    [own.contentFolder, "the folder of the site's content"],
  ] as const) {
    const way = relative(place, folder);
    if (way === '' || !(way.startsWith('..') || isAbsolute(way)))
      return `${folder} lies in ${name}: what takes that away takes the backups with it. Choose a folder elsewhere, best on another disk.`;
  }
  return undefined;
}

function latest(runs: readonly BackupRun[]): number {
  return runs.reduce((newest, { startedAt }) => Math.max(newest, Date.parse(startedAt)), Number.NEGATIVE_INFINITY);
}

/** The first moment at this time of day, UTC, after another moment. */
function timeAfter(at: string, afterMs: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const ofDay = (hours * 60 + minutes) * 60_000;
  const day = Math.floor(afterMs / dayMs) * dayMs;
  return day + ofDay > afterMs ? day + ofDay : day + dayMs + ofDay;
}

function readJson<Value>(path: string, schema: z.ZodType<Value>): Value | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Error(`The file ${path} is not as this program writes it. Move it away, and set the schedule again.`);
  }
}

/** Whole or not at all. */
function writeJson(dataFolder: string, path: string, value: unknown): void {
  mkdirSync(folderOf(dataFolder), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
