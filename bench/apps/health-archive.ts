/**
 * `npm run bench -- health-archive`: an `export.zip` of Apple Health of 1 GB, with 1 GB of XML in it, imported by the page in Chromium:
 * how much the page's memory grows meanwhile (the process that draws the page and holds its Worker, PSS), how long it takes, and for how
 * long the page itself is ever kept waiting. `--write` puts the table into docs/benchmarks.md. The file is made in the system's folder
 * for temporary files, which needs as much room, and is removed.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../../tests/e2e/test-app.ts';
import { createTestOwner } from '../../tests/support/owner.ts';
import { openSite } from '../open-site.ts';
import { writeTable } from '../written-table.ts';
import { makeHealthArchive } from './made-health-archive.ts';

const gigabyte = 1_000_000_000;
const limitBytes = 150_000_000;
const sampledEveryMs = 100;

const folder = mkdtempSync(join(tmpdir(), 'castellan-health-bench-'));
const path = join(folder, 'export.zip');
const site = await openSite();
const rows: string[] = [];
try {
  const made = await makeHealthArchive(path, gigabyte, gigabyte);
  console.log(`${made.records} records, ${made.xmlBytes} bytes of XML, ${made.bytes} bytes of archive`);
  const page = await (await site.browser.newContext({ baseURL: site.url })).newPage();
  await page.goto('/auth-terminal');
  await signIn(page, await createTestOwner(site.dataPath), 0);
  await page.goto('/health-matrix');
  await page.getByRole('button', { name: 'Try it with sample data' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import health' });
  await dialog.getByLabel('File').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await page.evaluate(watchTheThread);
  await page.waitForTimeout(2_000);
  const before = pagesMemory();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, pagesMemory());
  }, sampledEveryMs);
  const begin = performance.now();
  await dialog.getByLabel('File').setInputFiles(path);
  await dialog.getByText(/^export\.zip: Apple Health, /).waitFor({ timeout: 600_000 });
  const took = performance.now() - begin;
  clearInterval(sampling);
  await session.send('HeapProfiler.collectGarbage');
  const blocked = await page.evaluate<number>('longestGap()');
  const said = (await dialog.getByText(/^export\.zip: Apple Health, /).textContent()) ?? '';
  if (!said.includes(made.records.toLocaleString('en-GB'))) throw new Error(`records are missing: ${said}`);
  const grown = most - before;
  rows.push(
    row('memory of the page and its Worker, most of it above what they had before', grown / 1e6, 'MB', limitBytes / 1e6),
    row('the same after it was read, before it is taken', (pagesMemory() - before) / 1e6, 'MB'),
    row('time until what it would do is shown', took / 1000, 's'),
    row('longest that the page itself was kept waiting', blocked, 'ms', 1_000),
  );
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
const table = ['| Apple Health, 1 GB of archive and 1 GB of XML | Castellan | Limit | Met |', '| --- | --- | --- | --- |', ...rows].join(
  '\n',
);
console.log(table);
if (process.argv.includes('--write')) writeTable('health-archive', 'npm run bench -- health-archive --write', table);

function row(what: string, amount: number, unit: string, limit?: number): string {
  const bound = limit === undefined ? '' : `${limit} ${unit}`;
  return `| ${what} | ${amount.toFixed(amount < 10 ? 1 : 0)} ${unit} | ${bound} | ${limit === undefined ? '' : amount <= limit ? 'yes' : 'no'} |`;
}

/** Memory in bytes of the processes that draw pages, below this program: each shared page counted in proportion (PSS). */
function pagesMemory(): number {
  let sum = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer') || !isBelow(id)) continue;
      sum += Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It ended while the list was read.
    }
  return sum;
}

function isBelow(id: string): boolean {
  for (let present = id; existsSync(`/proc/${present}/stat`); ) {
    const stat = readFileSync(`/proc/${present}/stat`, 'utf8');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '0';
    if (Number(parent) === process.pid) return true;
    present = parent;
  }
  return false;
}

/** In the page: the longest time between two turns of its thread, beyond the pause between them. Leaves next to nothing to clear up. */
function watchTheThread(): void {
  const pauseMs = 20;
  const times = new Float64Array([performance.now(), 0]);
  Object.assign(globalThis, { longestGap: () => times[1] });
  setInterval(() => {
    const now = performance.now();
    times[1] = Math.max(times[1] ?? 0, now - (times[0] ?? now) - pauseMs);
    times[0] = now;
  }, pauseMs);
}
