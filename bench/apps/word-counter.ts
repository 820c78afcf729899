/**
 * `npm run bench -- word-counter`: what a key stroke in a text of a million characters costs the page's thread in our own script (the
 * browser's work on its field is not in it), and how long a full recount takes in the Worker. `--write` puts the table into
 * docs/benchmarks.md.
 */
import type { Browser } from '@playwright/test';
import { openSite } from '../open-site.ts';
import { outermost, shareOf, traceWhile } from '../trace.ts';
import { writeTable } from '../written-table.ts';

const characters = 1_000_000;
const strokes = 30;
const limits = { strokeMs: 8, recountMs: 300 };
/** Where script of ours runs: calls of listeners and timers, and what waits for promises. */
const script = ['FunctionCall', 'RunMicrotasks', 'EvaluateScript'];

const site = await openSite();
const rows: string[] = [];
try {
  await measure(site.browser, 'in paragraphs', proseOf('\n\n'));
  await measure(site.browser, 'in one line', proseOf(' '));
} finally {
  await site.close();
}
const table = [
  '| A text of 1,000,000 characters | median | worst | Limit for the worst | Met |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('word-counter', 'npm run bench -- word-counter --write', table);

/** Pastes a text, recounts it whole three times, and types into the midst of it. */
async function measure(chrome: Browser, what: string, text: string): Promise<void> {
  const page = await (await chrome.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto('/word-counter');
  const field = page.getByLabel('Text', { exact: true });
  const put = (given: string) =>
    field.evaluate((element, value) => {
      if (!(element instanceof HTMLTextAreaElement)) throw new Error('the text has no field');
      element.value = value;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, given);
  // The Worker is there, and its code is warm, once it has counted something.
  await put('one two three');
  await page.getByText('13', { exact: true }).first().waitFor();
  await page.waitForTimeout(1500);

  const recounts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    // Other lines each time: those that are known are not counted again.
    const trace = await traceWhile(chrome, page, async () => {
      await put(text.replaceAll('e', 'eio'[round] ?? 'e'));
      await page.waitForTimeout(4000);
    });
    // The first call counts; the second, a moment later, describes.
    const [counted] = outermost(trace.workers, script).filter(({ cpuMs }) => cpuMs > 1);
    recounts.push(counted?.cpuMs ?? Number.NaN);
  }
  rows.push(rowOf(`full recount in the Worker, ${what} (${recounts.length})`, recounts, limits.recountMs));

  await field.evaluate((element) => {
    if (!(element instanceof HTMLTextAreaElement)) throw new Error('the text has no field');
    element.focus();
    element.setSelectionRange(element.value.length / 2, element.value.length / 2);
  });
  await page.waitForTimeout(2000);
  const trace = await traceWhile(chrome, page, async () => {
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await page.keyboard.press('a');
      await page.waitForTimeout(150);
    }
  });
  const starts = trace.page.filter(({ name, type }) => name === 'EventDispatch' && type === 'keydown').map(({ startMs }) => startMs);
  const calls = outermost(trace.page, script);
  const took = starts.map((from, index) => {
    const to = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return calls.filter(({ startMs }) => startMs >= from && startMs < to).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  });
  if (took.length !== strokes) throw new Error(`${took.length} of ${strokes} key strokes were traced`);
  rows.push(rowOf(`our script in a key stroke, until the next, ${what} (${took.length})`, took, limits.strokeMs));
  await page.context().close();
}

function rowOf(what: string, took: readonly number[], limit: number): string {
  const [median, worst] = [shareOf(took, 0.5), Math.max(...took)];
  return `| ${what} | ${median.toFixed(1)} ms | ${worst.toFixed(1)} ms | ${limit} ms | ${worst <= limit ? 'yes' : 'no'} |`;
}

/** Made-up prose of a million characters, no line of it twice. */
function proseOf(between: string): string {
  const words = 'engraved plate of the harbour where every letter was counted and nothing left unsaid by those who kept the ledger'.split(
    ' ',
  );
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % below;
  };
  let text = '';
  while (text.length < characters) {
    const sentence = Array.from({ length: 12 + next(60) }, () => `${words[next(words.length)] ?? ''}${next(9) === 0 ? ',' : ''}`).join(' ');
    text += `${sentence} ${next(1_000_000)}.${between}`;
  }
  return text.slice(0, characters);
}
