import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Log } from '@castellan/platform/core/log';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupUnderWay, backUp, type MadeBackup } from '../backups/back-up.ts';
import { findOldBackups, type Keep, parseKeep } from '../backups/backup-names.ts';
import { type BackupRun, type BackupSchedule, judgeFolder, readSchedule, recordRun, writeSchedule } from '../backups/schedule.ts';
import type { SnapshotProgress } from '../backups/take-snapshot.ts';
import type { Settings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run backup -- --to FOLDER --recipient age1…      writes one encrypted file with everything, also while the server runs;
                                                       --recipient may be given several times
  npm run backup -- --to FOLDER --recipient age1… --keep 7,4,12
                                                       and deletes older ones there: what is kept is the newest of each of
                                                       7 days, 4 weeks and 12 months
  npm run backup -- --schedule daily --to FOLDER --recipient age1… --keep 7,4,12
                                                       has the running server do so every day at 03:15 UTC, or at the time of
                                                       --at HH:MM
  npm run backup -- --schedule off                     ends that
  npm run backup -- --scheduled                        makes one now, as the schedule says
  npm run backup -- --new-identity                     prints a new identity and its recipient. Keep the identity away from this
                                                       machine: it alone opens the backups`;

/** What a backup that was called off ends with. */
class Cancelled extends Error {}

await runCommand(async (settings, log) => {
  const { values } = readArguments();
  if (values.help) return print(usage);
  if (values['new-identity']) return printIdentity();
  const { dataFolder } = settings;
  const now = new Date();
  if (values.schedule === 'off') return endSchedule(dataFolder, now);
  if (values.scheduled) {
    const schedule = readSchedule(dataFolder);
    if (schedule === undefined) throw new CommandError(`No schedule was set.\n${usage}`);
    return make(settings, log, schedule, { now, by: values.by === 'hand' ? 'hand' : 'schedule' });
  }
  const plan = readPlan(values);
  if (values.schedule === undefined) return make(settings, log, plan, { now, by: 'hand' });
  if (values.schedule !== 'daily') throw new CommandError(`--schedule wants daily or off.\n${usage}`);
  const at = values.at ?? '03:15';
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new CommandError('--at wants a time of day in UTC, such as 03:15.');
  const fault = judgeFolder(plan.folder, settings);
  if (fault !== undefined) throw new CommandError(fault);
  writeSchedule(dataFolder, { ...plan, isOn: true, at, since: now.toISOString() });
  print(`The server of ${dataFolder} backs up every day at ${at} UTC into ${plan.folder}.`);
});

type Plan = Pick<BackupSchedule, 'folder' | 'recipients' | 'keep'>;

/** Makes a backup, deletes the old ones, and writes down what became of it. */
async function make(
  settings: Settings,
  log: Log,
  { folder, recipients, keep }: Plan,
  { now, by }: { readonly now: Date; readonly by: BackupRun['by'] },
): Promise<void> {
  const isCancelled = hearCancel();
  const onProgress = (progress: SnapshotProgress) => {
    if (isCancelled()) throw new Cancelled('The backup was cancelled. Nothing was written.');
    process.send?.(progress);
  };
  const record = (ended: Pick<BackupRun, 'outcome'> & Partial<BackupRun>) =>
    recordRun(settings.dataFolder, { startedAt: now.toISOString(), endedAt: new Date().toISOString(), by, ...ended });
  try {
    const made = await backUp(settings, log, { folder, recipients, now, onProgress });
    tell(made);
    if (keep !== null) deleteOld(folder, keep);
    const { path: file, bytes, sha256, counts } = made;
    record({ outcome: 'made', file, bytes, sha256, rows: counts.rows });
  } catch (error) {
    if (error instanceof Cancelled) record({ outcome: 'cancelled' });
    else if (!(error instanceof BackupUnderWay))
      record({ outcome: 'failed', failure: (error instanceof Error ? error.message : String(error)).slice(0, 1000) });
    throw error;
  }
}

/** The server that started this process may call it off. */
function hearCancel(): () => boolean {
  let isCancelled = false;
  process.on('message', (said) => {
    if (said === 'cancel') isCancelled = true;
  });
  // Nobody is waited for.
  process.channel?.unref();
  return () => isCancelled;
}

function deleteOld(folder: string, keep: Keep): void {
  for (const name of findOldBackups(readdirSync(folder), keep)) {
    rmSync(join(folder, name));
    print(`Deleted ${name}: a newer one is kept for its day, week and month.`);
  }
}

function endSchedule(dataFolder: string, now: Date): void {
  const schedule = readSchedule(dataFolder);
  const isOn = schedule?.isOn === true;
  if (isOn) writeSchedule(dataFolder, { ...schedule, isOn: false, since: now.toISOString() });
  print(isOn ? 'The server makes no backups by itself any more. Those in the folder stay.' : 'No backup is scheduled.');
}

function readPlan(values: ReturnType<typeof readArguments>['values']): Plan {
  const recipients = (values.recipient ?? []).map(readRecipient);
  if (values.to === undefined || recipients.length === 0) throw new CommandError(`A backup wants --to and --recipient.\n${usage}`);
  const keep = values.keep === undefined ? null : parseKeep(values.keep);
  if (keep === undefined) throw new CommandError('--keep wants three numbers, such as 7,4,12: days, weeks and months, not all zero.');
  // npm runs commands in the repository; a relative path means the folder from which the person called it.
  return { folder: resolve(process.env['INIT_CWD'] ?? process.cwd(), values.to), recipients, keep };
}

function tell({ path, bytes, sha256, counts }: MadeBackup): void {
  print(`${path}`);
  print(`  ${bytes.toLocaleString('en')} bytes, SHA-256 ${sha256}`);
  print(`  ${counts.rows.toLocaleString('en')} rows of ${counts.tables} tables, restored once into a scratch database: the same`);
  print(`  ${counts.objects.toLocaleString('en')} contents of stored objects, each as its SHA-256 says`);
  print(`  ${counts.contentFiles} files of the public site. What is on the disk was read again: the same`);
  for (const table of counts.otherTables)
    print(`  ${table} is no table of Castellan's: its rows are in the file, and a restore leaves them there`);
  for (const name of counts.leftOut) print(`  left out, because it is no plain file: ${name}`);
}

async function printIdentity(): Promise<void> {
  const identity = await generateX25519Identity();
  print(`# Recipient, for --recipient: ${await identityToRecipient(identity)}`);
  print(identity);
}

function readRecipient(given: string): string {
  try {
    new Encrypter().addRecipient(given);
    return given;
  } catch {
    // Somebody may have given the identity: it is not repeated.
    throw new CommandError(
      '--recipient wants an age recipient, which begins with age1. An identity (AGE-SECRET-KEY-…) does not belong on this machine.',
    );
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        to: { type: 'string' },
        recipient: { type: 'string', multiple: true },
        keep: { type: 'string' },
        schedule: { type: 'string' },
        at: { type: 'string' },
        scheduled: { type: 'boolean' },
        by: { type: 'string' },
        'new-identity': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
