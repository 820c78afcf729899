import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createEgress } from '../adapters/egress.ts';
import { backUp, type MadeBackup } from '../backups/back-up.ts';
import { type Keep, parseKeep } from '../backups/backup-names.ts';
import { backupScheduleSchema, emptyRecord, nextRunMs, noteOf, usualTime } from '../backups/schedule/backup-schedule.ts';
import { forgetOldBackups } from '../backups/schedule/forget-old-backups.ts';
import { complainOfFolder } from '../backups/schedule/judge-folder.ts';
import { createPing, isPingAddress } from '../backups/schedule/ping.ts';
import { isRecipient } from '../backups/schedule/recipients.ts';
import { scheduleFilesAt } from '../backups/schedule/schedule-files.ts';
import type { Settings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run backup -- --to FOLDER --recipient age1…      writes one encrypted file with everything, also while the server runs;
                                                       --recipient may be given several times
  npm run backup -- --to FOLDER --recipient age1… --keep 7,4,12
                                                       and deletes older ones there: what is kept is the newest of each of
                                                       7 days, 4 weeks and 12 months
  npm run backup -- --schedule daily --to FOLDER --recipient age1… [--keep 7,4,12] [--at 03:15]
                                                       has the running server make one every day at this time (UTC)
  with --ping URL, either of them asks for this address after each good backup: a monitor (healthchecks.io, Uptime Kuma) then tells
  you where none comes
  npm run backup -- --schedule off                     ends that
  npm run --silent backup -- --new-identity            prints a new identity and its recipient. Keep the identity away from this
                                                       machine: it alone opens the backups`;

await runCommand(
  async (settings, log) => {
    const { values } = readArguments();
    if (values.help) return print(usage);
    if (values['new-identity']) return printIdentity();
    if (values.schedule === 'off') {
      scheduleFilesAt(settings.keysFile).writeSchedule(undefined);
      return print('The server makes no backups by itself any more. Those that are there stay.');
    }
    const recipients = (values.recipient ?? []).map(readRecipient);
    if (values.to === undefined || recipients.length === 0) throw new CommandError(`A backup wants --to and --recipient.\n${usage}`);
    const keep = values.keep === undefined ? undefined : parseKeep(values.keep);
    if (values.keep !== undefined && keep === undefined)
      throw new CommandError('--keep wants three numbers, such as 7,4,12: days, weeks and months, not all zero.');
    // npm runs commands in the repository; a relative path means the folder from which the person called it.
    const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.to);
    const { ping } = values;
    // What was typed may hold a secret: it is not repeated.
    if (ping !== undefined && !isPingAddress(ping))
      throw new CommandError('--ping wants an address of a monitor, http or https, without user name and password.');
    if (values.schedule !== undefined) return setSchedule(settings, values.schedule, { folder, recipients, keep, at: values.at, ping });
    const startedAt = new Date();
    const made = await backUp(settings, log, { folder, recipients, now: startedAt });
    tell(made);
    writeDown(settings, made, startedAt);
    if (keep !== undefined)
      for (const name of forgetOldBackups(folder, keep)) print(`Deleted ${name}: a newer one is kept for its day, week and month.`);
    if (ping !== undefined) {
      const said = await createPing(createEgress(settings))(ping);
      print(said === 'told' ? 'The monitor was told.' : `The monitor could not be told (${said}). The backup is good all the same.`);
    }
  },
  { instead: 'It backs its database up by itself, as its dashboard says. A complete backup of your records is made in Settings, Backup.' },
);

/** So that Settings shows it. The schedule goes on as if it were not there: it may be for somebody else, and lie elsewhere. */
function writeDown({ keysFile }: Settings, made: MadeBackup, startedAt: Date): void {
  const files = scheduleFilesAt(keysFile);
  try {
    files.writeRecord({ ...files.readRecord(), lastGood: noteOf(made, { startedAt, endedAt: new Date(), byHandOf: userName() }) });
  } catch (error) {
    print(`Settings will not show it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A container's user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`;
  }
}

type Asked = {
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly keep: Keep | undefined;
  readonly at: string | undefined;
  readonly ping: string | null | undefined;
};

function setSchedule(settings: Settings, rhythm: string, { folder, recipients, keep, at = usualTime, ping = null }: Asked): void {
  if (rhythm !== 'daily') throw new CommandError('--schedule wants daily or off.');
  const asked = { folder, recipients, keep: keep ?? null, at, ping, since: new Date().toISOString() };
  const schedule = backupScheduleSchema.safeParse(asked);
  if (!schedule.success) throw new CommandError('--at wants a time of day in UTC, such as 03:15; --recipient is given ten times at most.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const complaint = complainOfFolder(folder, settings);
  if (complaint !== undefined) throw new CommandError(complaint);
  scheduleFilesAt(settings.keysFile).writeSchedule(schedule.data);
  print(`The running server makes a backup in ${folder} every day at ${at} UTC.`);
  print(`The next one: ${new Date(nextRunMs(schedule.data, emptyRecord, Date.now())).toISOString().slice(0, 16).replace('T', ' ')} UTC.`);
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
  if (isRecipient(given)) return given;
  // Somebody may have given the identity: it is not repeated.
  throw new CommandError(
    '--recipient wants an age recipient, which begins with age1. An identity (AGE-SECRET-KEY-…) does not belong on this machine.',
  );
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
        ping: { type: 'string' },
        'new-identity': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
