/**
 * `npm run bench -- apps`: the seven personal apps on the running site in Chromium, with the processor four times slower: opening each,
 * searching 5,000 notes and typing in notes of two million characters, as processor time of the page's own thread, with style, layout and
 * painting. `--write` puts the table into docs/benchmarks.md.
 */
import type { Page } from '@playwright/test';
import { makeLivedInOwner } from '../../scripts/pictures/lived-in-owner.ts';
import { signedIn } from '../../scripts/pictures/owner-screens.ts';
import { startTestServer } from '../../tests/support/running-server.ts';
import { makeEmbeddedData } from '../../tests/support/test-data.ts';
import { startChromium } from '../open-site.ts';
import { outermost, traceWhile } from '../trace.ts';
import { writeTable } from '../written-table.ts';
import { addNotes, longNotes, manyNotes } from './made-notes.ts';

/** Of a key stroke, in milliseconds at a quarter of the processor's speed; typing in the longest notes is measured at its full speed. */
const limits = { open: 2_000, search: 50, type: 100 };
const quiet = { search: 250, open: 1_500 };
const apps = ['habit-forge', 'health-matrix', 'watchlist', 'library', 'wealth-ai', 'payday-fun'];
const queries = ['lantern winter', 'path:f3 tag:tag7', 'line:(copper linen) -garden'];

const browser = await startChromium();
const data = makeEmbeddedData();
const server = await startTestServer(data.dataFolder, { LOG_LEVEL: 'error' });
const rows: string[] = [];
try {
  const livedIn = await makeLivedInOwner(server.url, data);
  await addNotes(server.url, data.dataFolder, livedIn, [...manyNotes(), ...longNotes()]);
  const page = await signedIn(browser, server.url, livedIn, 'dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  const throttle = await page.context().newCDPSession(page);
  const slower = (rate: number) => throttle.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto('/mind-vault');
  await slower(4);
  await page.getByLabel('Master password').fill(livedIn.master);
  const search = page.getByRole('searchbox', { name: 'Search notes' });
  report('Mind Vault, unlocked to the list of 5,022 notes, with what is read behind it', limits.open, [
    await cost(page, async () => {
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.getByRole('list', { name: 'Notes' }).getByRole('link').first().waitFor();
      await page.waitForTimeout(quiet.open * 4);
    }),
  ]);
  for (const query of queries) {
    await search.fill('');
    await page.waitForTimeout(quiet.open);
    const strokes: number[] = [];
    for (const key of query)
      strokes.push(
        await cost(page, async () => {
          await search.press(key === ' ' ? 'Space' : key);
          await page.waitForTimeout(quiet.search);
        }),
      );
    report(`search of 5,022 notes, one key of “${query}”`, limits.search, strokes);
  }
  await slower(1);
  for (const { fields } of longNotes()) await reportTyping(page, String(fields['title']));
  await slower(4);
  for (const app of apps) await reportApp(page, app, livedIn.master);
} finally {
  await browser.close();
  await server.stop();
  await data.remove();
}
const table = [
  '| The page’s own thread | median | longest | Limit for the longest | Met |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('apps', 'npm run bench -- apps --write', table);

function report(what: string, limit: number, took: readonly number[]): void {
  const sorted = took.toSorted((one, other) => one - other);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  const met = longest <= limit ? 'yes' : 'no';
  rows.push(`| ${what} (${took.length}) | ${median.toFixed(0)} ms | ${longest.toFixed(0)} ms | ${limit} ms | ${met} |`);
  console.error(rows.at(-1));
}

/** Milliseconds that the page's thread worked while something was done, and until it rested. */
async function cost(page: Page, act: () => Promise<void>): Promise<number> {
  const trace = await traceWhile(browser, page, act);
  return outermost(trace.page, ['RunTask']).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

async function reportTyping(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search notes' }).fill(title);
  await page.getByRole('list', { name: 'Notes' }).getByRole('link', { name: title }).first().click();
  const editor = page.getByRole('textbox', { name: 'Text of the note' });
  await editor.waitFor();
  await editor.click({ position: { x: 100, y: 10 } });
  await page.waitForTimeout(quiet.open * 2);
  const strokes: number[] = [];
  // Saving waits for the keys to rest, and is no part of a key stroke.
  for (let key = 0; key < 10; key += 1)
    strokes.push(
      await cost(page, async () => {
        await page.keyboard.press('x');
        await page.waitForTimeout(400);
      }),
    );
  report(`one key in ${title}, at full speed`, limits.type, strokes);
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
