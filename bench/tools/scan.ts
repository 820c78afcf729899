/**
 * `npm run bench -- scan [--write]`: Network Scanner beside nmap, in network and mount namespaces of their own, which takes root on
 * Linux. nmap and nft are asked where they are installed; without them their cells say so.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeTable } from '../written-table.ts';

const ran = spawnSync('unshare', ['-n', '-m', process.execPath, join(import.meta.dirname, 'scan-lab.ts')], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (ran.status !== 0) throw new Error('The lab did not run: it needs root, Linux and unshare.');
const table = ran.stdout.trim();
console.log(table);
if (process.argv.includes('--write')) writeTable('scan', 'npm run bench -- scan --write', table);
