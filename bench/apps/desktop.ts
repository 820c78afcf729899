/**
 * `npm run bench -- desktop`: eight windows on the desktop, on the software renderer. What each move of a dragged window costs the page's
 * thread (script, style, layout and painting of one frame), and how long a window takes from the press to the next paint.
 * `--write` puts the table into docs/benchmarks.md.
 */
import type { Page } from '@playwright/test';
import { openSite } from '../open-site.ts';
import { outermost, shareOf, traceWhile } from '../trace.ts';
import { writeTable } from '../written-table.ts';

const limits = { frameMs: 16, openMs: 200 };
const moves = 120;
const rounds = 8;
const paths = ['/', '/terminal', '/contact', '/wishlist', '/ai-terminal', '/jwt-lab', '/word-counter', '/snake-game'];
/** Longer than any opening takes until the browser tells of it. */
const settleMs = 1500;

const site = await openSite();
const rows: string[] = [];
try {
  const page = await (await site.browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
  const places = paths.map((path, index) => `${path}@${40 + index * 50},${30 + index * 40},420,560`).join(';');
  await page.goto(`/desktop#w=${places}`);
  for (const frame of await page.locator('iframe').all()) await frame.contentFrame().locator('#main').waitFor();
  await page.waitForTimeout(5000);
  rows.push(...(await drag(page)));
  rows.push(await open(page));
} finally {
  await site.close();
}
const table = ['| Eight windows | median | p95 | Limit for p95 | Met |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('desktop', 'npm run bench -- desktop --write', table);

/** Drags the topmost window to and fro, one move in a frame. */
async function drag(page: Page): Promise<readonly string[]> {
  const bar = page.getByRole('button', { name: 'Snake, window' });
  const box = await bar.boundingBox();
  if (box === null) throw new Error('the topmost window has no title bar');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const trace = await traceWhile(site.browser, page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let move = 0; move < moves; move += 1) {
      const turn = (move / moves) * 4 * Math.PI;
      await page.mouse.move(x - 150 + 150 * Math.cos(turn), y - 60 + 60 * Math.cos(turn));
      await page.waitForTimeout(30);
    }
    await page.mouse.up();
  });
  const starts = trace.page.filter(({ name, type }) => name === 'EventDispatch' && type === 'pointermove').map(({ startMs }) => startMs);
  if (starts.length < moves * 0.8) throw new Error(`${starts.length} of ${moves} moves were traced`);
  const tasks = outermost(trace.page, ['RunTask']);
  const calls = outermost(trace.page, ['FunctionCall', 'RunMicrotasks']);
  const between = (stretches: typeof tasks) =>
    starts.slice(0, -1).map((from, index) => {
      const to = Math.min(starts[index + 1] ?? from, from + 30);
      // The move is heard within a task that began before it.
      return stretches.filter(({ startMs, endMs }) => endMs > from && startMs < to).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    });
  return [
    rowOf(`a move of a dragged window: the thread’s whole work for its frame (${starts.length})`, between(tasks), limits.frameMs),
    rowOf(`of that, our script`, between(calls), undefined),
  ];
}

/** Closes the eighth window and opens it from the start menu, again and again. */
async function open(page: Page): Promise<string> {
  const took: number[] = [];
  await page.evaluate(listen);
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole('button', { name: 'Close Snake' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    const entry = page.getByRole('dialog', { name: 'Start menu' }).getByRole('button', { name: /^Snake/ });
    await entry.waitFor();
    await page.waitForTimeout(settleMs);
    await page.evaluate(() => {
      document.documentElement.dataset['longest'] = '16';
    });
    await entry.click();
    await page.getByRole('button', { name: 'Snake, window' }).waitFor();
    await page.waitForTimeout(settleMs);
    took.push(Number(await page.evaluate(() => document.documentElement.dataset['longest'])));
  }
  return rowOf(`open an eighth window: from the press to the next paint (${took.length})`, took, limits.openMs);
}

function rowOf(what: string, took: readonly number[], limit: number | undefined): string {
  const [median, p95] = [shareOf(took, 0.5), shareOf(took, 0.95)];
  const met = limit === undefined ? '|' : `${limit} ms | ${p95 <= limit ? 'yes' : 'no'}`;
  return `| ${what} | ${median.toFixed(1)} ms | ${p95.toFixed(1)} ms | ${met} |`;
}

/** In the page: the longest of the events of an interaction, until its paint; told in steps of 8 ms. */
function listen(): void {
  const root = document.documentElement;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId !== 0 && entry.duration > Number(root.dataset['longest']))
        root.dataset['longest'] = String(entry.duration);
    }
  }).observe({ type: 'event', buffered: false, durationThreshold: 16 } as PerformanceObserverInit);
}
