import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type CheckedArchive, checkArchive } from '../backups/read-archive.ts';
import { planRestore, rehearseRestore, restore } from '../backups/restore.ts';
import { scratchOf } from '../backups/scratch-database.ts';
import type { Settings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run restore -- FILE --identity IDENTITY           restores a backup into an empty installation: the data folder
                                                        (CASTELLAN_DATA_DIR), or the database of DATABASE_URL; then starts it
  npm run restore -- FILE --identity IDENTITY --no-start and does not start it
  npm run restore -- FILE --identity IDENTITY --check   a drill: reads all of it, restores it into a scratch database, compares, and
                                                        changes nothing
  npm run restore -- FILE --identity IDENTITY --plan    reads all of it and says what a restore would do
  IDENTITY is the file with the line AGE-SECRET-KEY-…; - reads it from standard input`;

await runCommand(
  async (settings, log) => {
    const { values, positionals } = readArguments();
    if (values.help) return print(usage);
    const [given, ...others] = positionals;
    if (given === undefined || others.length > 0 || values.identity === undefined) throw new CommandError(usage);
    const archive = { path: fromCaller(given), identities: await readIdentities(values.identity) };
    const checked = await checkArchive(archive);
    describe(archive.path, checked);
    if (values.check) {
      await rehearseRestore(scratchOf(settings, log), archive, checked);
      print('Restored once into a scratch database, which is deleted: every table is the same. Nothing else was changed.');
      return;
    }
    const { content } = planRestore(settings, checked);
    for (const line of planned(settings, content)) print(line);
    if (values.plan) return print('Nothing was changed: leave out --plan to do it.');
    await restore(settings, archive, checked, log);
    print('Restored: every table is the same as when the backup was made. Sessions, API keys and known devices ended: sign in again.');
    if (values['no-start']) return print('Start it with npm start.');
    await startSite();
  },
  { instead: 'Its dashboard restores its database. A complete backup of your records is restored in Settings, Backup.' },
);

/** As `npm start` does, until it ends. The terminal's signals reach it too. */
async function startSite(): Promise<void> {
  const launcher = join(import.meta.dirname, '..', '..', 'scripts', 'launch.mjs');
  const site = spawn(process.execPath, [launcher, 'start'], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => site.kill(signal));
  }
  const [code] = await once(site, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}

function describe(path: string, { manifest }: CheckedArchive): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${path}: whole. Made ${manifest.madeAt}, ${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables.`);
  for (const { table, rows: count } of manifest.otherTables)
    print(`  ${table} (${count} rows) is no table of Castellan's: its rows stay in the file; README.txt in it says how to read them.`);
}

function planned({ database, dataFolder, keysFile, contentFolder }: Settings, content: 'write' | 'same'): readonly string[] {
  return [
    database === undefined ? `  database: made anew in ${dataFolder}` : '  database: that of DATABASE_URL, which must be empty',
    `  keys: new ones in ${keysFile}, with the backup's key for what is sealed and for the days of the log`,
    content === 'same' ? `  content: ${contentFolder} holds it already` : `  content: written to ${contentFolder}`,
  ];
}

/** npm runs commands in the repository; a relative path means the folder from which the person called it. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

async function readIdentities(given: string): Promise<readonly string[]> {
  const lines = (given === '-' ? await text(process.stdin) : readFile(fromCaller(given))).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0) throw new CommandError('There is no line AGE-SECRET-KEY-… in what --identity names.');
  return identities;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandError(`The file ${path} cannot be read.`);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        identity: { type: 'string' },
        check: { type: 'boolean' },
        plan: { type: 'boolean' },
        'no-start': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
