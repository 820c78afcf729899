/**
 * `npm run bench -- udp [--write] [FOLDER]`: Network Scanner beside `nmap -sU -sV` on real servers by UDP, and what its sign-in attempts
 * come to, in network, mount and process namespaces of their own, which takes root on Linux. Servers that are not installed are left
 * out by name. FOLDER holds unpacked packages of those that exclude each other (`dpkg -x`).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeTable } from '../written-table.ts';

const unpacked = process.argv.slice(3).find((word) => !word.startsWith('--')) ?? '/nonexistent';
const ran = spawnSync(
  'unshare',
  ['-n', '-m', '-p', '-f', '--mount-proc', process.execPath, join(import.meta.dirname, 'listeners', 'udp-lab.ts'), unpacked],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
if (ran.status !== 0) throw new Error('The lab did not run: it needs root, Linux, unshare and nmap.');
const table = ran.stdout.trim();
console.log(table);
if (process.argv.includes('--write')) writeTable('udp', 'npm run bench -- udp --write', table);
