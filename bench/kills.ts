/**
 * `npm run bench -- kills`: a hundred servers killed at random moments under load, every other one with a backup under way. Nothing is
 * lost that was acknowledged, every start works by itself, and no file that looks like a backup is half. `--write` puts the table into
 * docs/benchmarks.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killServers } from '../server/backups/test-kills.ts';
import { makeDataFolder } from '../tests/support/running-server.ts';
import { writeTable } from './written-table.ts';

const kills = 100;

const data = makeDataFolder();
const backupFolder = mkdtempSync(join(tmpdir(), 'castellan-kills-'));
try {
  const found = await killServers({
    dataFolder: data.path,
    backupFolder,
    kills,
    longestMs: 3000,
    longestBackupMs: 12_000,
    random: Math.random,
  });
  const rows = [
    ['servers killed, half of them with their database', String(found.kills), String(kills)],
    ['writes acknowledged before a kill and gone after', `${found.lost} of ${found.acknowledged}`, '0'],
    ['starts that needed a hand', String(found.failedStarts.length), '0'],
    ['files that look like a backup and are not whole', `${found.halfBackups.length} of ${found.backups}`, '0'],
  ];
  const table = ['| What | Found | Wanted |', '| --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  console.log(table);
  for (const said of [...found.failedStarts, ...found.halfBackups]) console.log(said);
  if (process.argv.includes('--write')) writeTable('kills', 'npm run bench -- kills --write', table);
} finally {
  data.remove();
  rmSync(backupFolder, { recursive: true, force: true });
}
