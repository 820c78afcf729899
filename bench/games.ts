/**
 * `npm run bench -- games`: what one picture of each game costs the page's thread (steps and drawing) with the processor four times
 * slower, on the software renderer: long games are watched. `--write` puts the table into docs/benchmarks.md.
 */
import { formatReplay } from '@castellan/games/replay-text';
import type { Browser } from '@playwright/test';
import { knownCounterfeit, knownFullBoard } from '../packages/games/tests/known-games.ts';
import { openSite } from './open-site.ts';
import { shareOf, traceWhile } from './trace.ts';
import { writeTable } from './written-table.ts';

const limitMs = 8;
const watchedMs = 20_000;

const site = await openSite();
const rows: string[] = [];
try {
  rows.push(await measure(site.browser, 'Counterfeit', '/space-invaders', formatReplay(knownCounterfeit()), 0));
  rows.push(await measure(site.browser, 'Snake, a short one', '/snake-game', formatReplay(knownFullBoard()), 0));
  rows.push(await measure(site.browser, 'Snake, the board nearly full', '/snake-game', formatReplay(knownFullBoard()), 200));
} finally {
  await site.close();
}
const table = [
  '| Game | Pictures | p50 | p99 | Limit | | handed over: p50 | p99 |',
  '| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |',
  ...rows,
];
console.log(table.join('\n'));
if (process.argv.includes('--write')) writeTable('games', 'npm run bench -- games --write', table.join('\n'));

/** Watches a game, from the moment on that the snake is so long; one row of the table. */
async function measure(
  chrome: Browser,
  title: string,
  path: string,
  text: ReturnType<typeof formatReplay>,
  fromLength: number,
): Promise<string> {
  if (!text.ok) throw new Error(text.failure.code);
  const page = await (await chrome.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${path}#replay=${text.value}`);
  await page.getByRole('button', { name: 'Watch the replay' }).click();
  const faster = page.getByRole('button', { name: /^Speed/ });
  if (fromLength > 0) {
    for (let press = 0; press < 2; press += 1) await faster.click();
    await page.waitForFunction((length) => Number(/(\d+) of 252/.exec(document.body.innerText)?.[1]) > length, fromLength, { timeout: 0 });
    await faster.click();
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // By the thread's own clock, which the slowing down counts in, and another program that has the processor does not.
  const trace = await traceWhile(chrome, page, () => page.waitForTimeout(watchedMs));
  const pictures = trace.page.filter(({ name }) => name === 'FireAnimationFrame');
  // A software renderer draws what the canvas was told when the picture is handed over.
  const commits = trace.page.filter(({ name }) => name === 'Commit');
  const drawn = pictures.map(({ cpuMs }) => cpuMs);
  const handedOver = pictures.map(({ startMs, cpuMs }, index) => {
    const nextMs = pictures[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return commits.filter((commit) => commit.startMs >= startMs && commit.startMs < nextMs).reduce((sum, one) => sum + one.cpuMs, cpuMs);
  });
  await page.context().close();
  const p99 = shareOf(drawn, 0.99);
  const both = (took: readonly number[]) => `${shareOf(took, 0.5).toFixed(1)} ms | ${shareOf(took, 0.99).toFixed(1)} ms`;
  return `| ${title} | ${pictures.length} | ${both(drawn)} | ${limitMs} ms | ${p99 <= limitMs ? 'met' : 'missed'} | ${both(handedOver)} |`;
}
