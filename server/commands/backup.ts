import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backUp, type MadeBackup } from '../backups/back-up.ts';
import { findOldBackups, parseKeep } from '../backups/backup-names.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run backup -- --to FOLDER --recipient age1…      writes one encrypted file with everything, also while the server runs;
                                                       --recipient may be given several times
  npm run backup -- --to FOLDER --recipient age1… --keep 7,4,12
                                                       and deletes older ones there: what is kept is the newest of each of
                                                       7 days, 4 weeks and 12 months
  npm run backup -- --new-identity                     prints a new identity and its recipient. Keep the identity away from this
                                                       machine: it alone opens the backups`;

await runCommand(async (settings, log) => {
  const { values } = readArguments();
  if (values.help) return print(usage);
  if (values['new-identity']) return printIdentity();
  const recipients = (values.recipient ?? []).map(readRecipient);
  if (values.to === undefined || recipients.length === 0) throw new CommandError(`A backup wants --to and --recipient.\n${usage}`);
  const keep = values.keep === undefined ? undefined : parseKeep(values.keep);
  if (values.keep !== undefined && keep === undefined)
    throw new CommandError('--keep wants three numbers, such as 7,4,12: days, weeks and months, not all zero.');
  // npm runs commands in the repository; a relative path means the folder from which the person called it.
  const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.to);
  tell(await backUp(settings, log, { folder, recipients, now: new Date() }));
  if (keep === undefined) return;
  for (const name of findOldBackups(readdirSync(folder), keep)) {
    rmSync(join(folder, name));
    print(`Deleted ${name}: a newer one is kept for its day, week and month.`);
  }
});

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
        'new-identity': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
