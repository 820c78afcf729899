/**
 * `npm run bench -- apps`: the seven personal apps on the running site in Chromium: opening each, and searching 5,000 notes key by key, as
 * processor time of the page's own thread, with style, layout, painting and what is tidied up. `--write` puts the table into docs/benchmarks.md.
 */
import type { Page } from '@playwright/test';
import { makeLivedInOwner } from '../../scripts/pictures/lived-in-owner.ts';
import { signedIn } from '../../scripts/pictures/owner-screens.ts';
import { startTestServer } from '../../tests/support/running-server.ts';
import { makeEmbeddedData } from '../../tests/support/test-data.ts';
import { startChromium } from '../open-site.ts';
import { outermost, traceWhile } from '../trace.ts';
import { writeTable } from '../written-table.ts';
import { addNotes, manyNotes } from './made-notes.ts';

/** Milliseconds of processor time. */
const limits = { open: 2_000, search: 50 };
/** How long the page is left alone after what is measured, in milliseconds, so that all of its work is counted. */
const quiet = { search: 250, open: 1_500 };
const apps = ['habit-forge', 'health-matrix', 'watchlist', 'library', 'wealth-ai', 'payday-fun'];
const queries = ['lantern winter', 'path:f3 tag:tag7', 'line:(copper linen) -garden'];

const browser = await startChromium();
const data = makeEmbeddedData();
const server = await startTestServer(data.dataFolder, { LOG_LEVEL: 'error' });
const rows: string[] = [];
try {
  const livedIn = await makeLivedInOwner(server.url, data);
  await addNotes(server.url, data.dataFolder, livedIn, manyNotes());
  const page = await signedIn(browser, server.url, livedIn, 'dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/mind-vault');
  await page.getByLabel('Master password').fill(livedIn.master);
  const search = page.getByRole('searchbox', { name: 'Search notes' });
  report('Mind Vault, unlocked to the list of 5,020 notes, with what is read behind it', limits.open, [
    await cost(page, async () => {
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.getByRole('list', { name: 'Notes' }).getByRole('link').first().waitFor();
      await page.waitForTimeout(quiet.open * 4);
    }),
  ]);
  for (const query of queries) {
    await search.fill('');
    await search.focus();
    await page.waitForTimeout(quiet.open);
    const strokes: number[] = [];
    for (const key of query)
      strokes.push(
        await cost(page, async () => {
          await page.keyboard.press(key === ' ' ? 'Space' : key);
          await page.waitForTimeout(quiet.search);
        }),
      );
    report(`search of 5,020 notes, one key of “${query}”`, limits.search, strokes);
  }
  for (const app of apps) await reportApp(page, app, livedIn.master);
} finally {
  await browser.close();
  await server.stop();
  await data.remove();
}
const table = [
  '| The page’s own thread | median | longest | Limit for the median | Met |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('apps', 'npm run bench -- apps --write', table);

function report(what: string, limit: number, took: readonly number[]): void {
  const sorted = took.toSorted((one, other) => one - other);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  const met = median <= limit ? 'yes' : 'no';
  rows.push(`| ${what} (${took.length}) | ${median.toFixed(0)} ms | ${longest.toFixed(0)} ms | ${limit} ms | ${met} |`);
  console.error(rows.at(-1));
}

/** Milliseconds that the page's thread worked while something was done, and until it rested. */
async function cost(page: Page, act: () => Promise<void>): Promise<number> {
  const trace = await traceWhile(browser, page, act);
  return outermost(trace.page, ['RunTask']).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Opens an app anew, with its sample of a year where the owner has nothing in it. */
async function reportApp(page: Page, app: string, master: string): Promise<void> {
  const took = await cost(page, async () => {
    await page.goto(`/${app}`);
    const field = page.getByLabel('Master password', { exact: true }).first();
    const sample = page.getByRole('button', { name: 'Try it with sample data' }).first();
    await field.or(sample).first().waitFor();
    if (await field.isVisible()) {
      await field.fill(master);
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      await sample.waitFor();
    }
    await sample.click();
    await page.waitForTimeout(quiet.open);
  });
  report(`${app}, from its address to its sample`, limits.open, [took]);
}
