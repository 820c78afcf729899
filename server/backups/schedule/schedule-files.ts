import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BackupRecord, type BackupSchedule, backupRecordSchema, backupScheduleSchema, emptyRecord } from './backup-schedule.ts';

/** The schedule of an installation's backups, and what came of them. */
export type ScheduleFiles = {
  /** `undefined`: there is none. Throws a sentence where the file is damaged. */
  readonly readSchedule: () => BackupSchedule | undefined;
  readonly writeSchedule: (schedule: BackupSchedule | undefined) => void;
  readonly readRecord: () => BackupRecord;
  readonly writeRecord: (record: BackupRecord) => void;
  /** Asks a run, of whichever server, to end. */
  readonly askToCancel: (id: string) => void;
  readonly isCancelAsked: (id: string) => boolean;
};

/**
 * The files lie beside the keys: so servers that share keys share them, a backup does not contain them, and a restore elsewhere does not
 * begin to write into, and delete from, the folder of the first installation. Whoever can write to the database cannot name a recipient.
 */
export function scheduleFilesAt(keysFile: string): ScheduleFiles {
  const folder = dirname(keysFile);
  const [schedule, record, cancel] = ['backup-schedule.json', 'backup-record.json', 'backup-cancel'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  return {
    readSchedule: () => {
      if (!existsSync(schedule)) return undefined;
      const parsed = backupScheduleSchema.safeParse(parseJson(readFileSync(schedule, 'utf8')));
      if (!parsed.success) throw new Error(`${schedule} is damaged. Set the schedule again: npm run backup -- --schedule daily …`);
      return parsed.data;
    },
    writeSchedule: (wanted) => (wanted === undefined ? rmSync(schedule, { force: true }) : replace(schedule, wanted)),
    // A record that cannot be read is none: the next run writes it anew, and until then there was no backup that anybody knows of.
    readRecord: () =>
      (existsSync(record) ? backupRecordSchema.safeParse(parseJson(readFileSync(record, 'utf8'))).data : undefined) ?? emptyRecord,
    writeRecord: (made) => replace(record, made),
    askToCancel: (id) => replace(cancel, id),
    isCancelAsked: (id) => existsSync(cancel) && parseJson(readFileSync(cancel, 'utf8')) === id,
  };
}

/** Renamed into its place, so that nobody reads half of it. */
function replace(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.new`;
  writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
