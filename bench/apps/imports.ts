/**
 * `npm run bench -- imports`: a vault of 5,000 notes of 2 kB, and a bank's file of 20,000 entries, imported by the page in Chromium into
 * the running site, until the server has all of it: what it costs the thread of the page, the vault's Worker and the whole process of the
 * page in processor time, how many requests write it, and for how long the page is ever kept waiting. `--write` puts the table into
 * docs/benchmarks.md. Linux alone tells what a thread costs.
 */
import { writeCsv } from '@castellan/exports/csv';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { openApiSession } from '../../tests/e2e/api-session.ts';
import { makeVault, master } from '../../tests/support/made-vault.ts';
import { createTestOwner } from '../../tests/support/owner.ts';
import { openSite } from '../open-site.ts';
import { writeTable } from '../written-table.ts';
import { busiestPage, type PageCosts } from './page-costs.ts';

const noteCount = 5_000;
const entryCount = 20_000;
const limits = { notesMs: 6_000, entriesMs: 3_000 };
const importEntries = `Import ${entryCount.toLocaleString('en-GB')}`;
const words = 'engraving plate ledger harbour window copper linen notice signal garden winter theory lantern village café'.split(' ');

type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

const site = await openSite();
const rows: string[] = [];
try {
  const owner = await createTestOwner(site.dataPath);
  await makeVault(site.url, owner);
  const page = await (await site.browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
  await openApiSession(page, site.url, owner, 0);
  await page.goto('/mind-vault');
  await unlock(page, 'Notes are locked');
  await page.getByRole('searchbox', { name: 'Search notes' }).waitFor();
  rows.push(...(await measure(page, '5,000 notes', vaultOfNotes(), `Import ${noteCount}`, limits.notesMs)));
  await page.goto('/wealth-ai');
  await unlock(page, 'Ledger pages are locked');
  await page.getByRole('button', { name: 'Add an account' }).waitFor();
  rows.push(...(await measure(page, '20,000 entries', bankFile('bank', 0), importEntries, limits.entriesMs)));
  // The months are there already: each of them is changed.
  rows.push(...(await measure(page, '20,000 more into the same months', bankFile('other-bank', 1), importEntries, limits.entriesMs)));
} finally {
  await site.close();
}
const table = ['| An import, until the server has all of it | Castellan | Limit | Met |', '| --- | --- | --- | --- |', ...rows].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('imports', 'npm run bench -- imports --write', table);

async function unlock(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Imports a file whose dry run is shown, and waits until nothing waits to be sent. */
async function measure(page: Page, what: string, file: File, button: string, limitMs: number): Promise<readonly string[]> {
  let requests = 0;
  let bytes = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/rpc/write_vault')) return;
    requests += 1;
    bytes += request.postData()?.length ?? 0;
  });
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: button, exact: true }).waitFor({ timeout: 120_000 });
  await page.evaluate(watchTheThread);
  await page.waitForTimeout(2_000);
  const costs = busiestPage();
  const began = performance.now();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await page.getByText(/changes? waits? to be sent/).waitFor({ timeout: 60_000 });
  for (let saved = false; !saved; ) {
    await page.waitForTimeout(500);
    saved = await page.getByText('Saved.').isVisible();
  }
  const took = performance.now() - began;
  const blocked = await page.evaluate<number>('longestGap()');
  const used: PageCosts = costs();
  page.removeAllListeners('request');
  return [
    row(`${what}: the page’s own thread`, used.pageMs / 1000, 's', limitMs / 1000),
    row(`${what}: the vault’s Worker`, used.workersMs / 1000, 's'),
    row(`${what}: the whole process of the page`, used.allMs / 1000, 's'),
    row(`${what}: until the server has all of it`, took / 1000, 's'),
    row(`${what}: requests that write, ${(bytes / 1e6).toFixed(1)} MB in all`, requests, ''),
    row(`${what}: longest that the page itself was kept waiting`, blocked, 'ms'),
  ];
}

function row(name: string, amount: number, unit: string, limit?: number): string {
  const text = `${amount.toFixed(unit === 's' ? 1 : 0)} ${unit}`.trim();
  return `| ${name} | ${text} | ${limit === undefined ? '' : `${limit} ${unit}`} | ${limit === undefined ? '' : amount <= limit ? 'yes' : 'no'} |`;
}

/** About 2 kB each, with a heading, tags and links to others. */
function vaultOfNotes(): File {
  const line = (at: number, from: number) =>
    Array.from({ length: 12 }, (_, word) => words[(at * 7 + from * 5 + word * 3) % words.length]).join(' ');
  const files = Object.fromEntries(
    Array.from({ length: noteCount }, (_, at) => {
      const links = [1, 17, 301].map((step) => `[[Note ${(at + step) % noteCount}]]`).join(' ');
      const text = `# About ${at}\n\n${links} #tag${at % 40}\n\n${Array.from({ length: 22 }, (_line, from) => line(at, from)).join('\n')}\n`;
      return [`f${at % 20}/Note ${at}.md`, strToU8(text)] as const;
    }),
  );
  return { name: 'vault.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) };
}

/** Ten years of a current account. */
function bankFile(name: string, cents: number): File {
  const payees = 'Markthalle,Lantern Books,Stadtwerke,Harbour Café,Verkehrsbetriebe,Meridian GmbH,Copper & Sons,Bäckerei Anders'.split(',');
  const begin = Date.UTC(2016, 0, 1);
  const lines = Array.from({ length: entryCount }, (_, at) => {
    const day = new Date(begin + Math.floor((at * 3_650) / entryCount) * 86_400_000).toISOString().slice(0, 10);
    return [day, `${payees[at % payees.length] ?? ''} ${at}`, (((at * 7_919) % 20_000) / 100 - 150 + cents / 100).toFixed(2)];
  });
  return { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(writeCsv([['Date', 'Payee', 'Amount'], ...lines])) };
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
