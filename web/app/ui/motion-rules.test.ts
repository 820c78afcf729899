import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '..');
const sheets = new Map(globSync('**/*.css', { cwd: app }).map((file) => [file, readFileSync(join(app, file), 'utf8')]));

/** The rules that stop motion, what a page is printed with, and pseudo-elements that stand beside the page's own. */
const outside = new Set(['ui/base.css', 'surfaces/site/print.css', 'ui/view-transition.css']);

/** What stands at the top of a sheet: the text before each block, and the block. */
function topBlocks(sheet: string): readonly (readonly [head: string, body: string])[] {
  const blocks: [string, string][] = [];
  let [depth, start, open] = [0, 0, 0];
  for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
    if (brace === '{' && depth === 0) open = index;
    depth += brace === '{' ? 1 : -1;
    if (depth !== 0) continue;
    const head = sheet.slice(start, open).split(';').at(-1) ?? '';
    blocks.push([head.trim(), sheet.slice(open, index)]);
    start = index + 1;
  }
  return blocks;
}

test('whatever moves does so in a layer, so that a resize and the wish for stillness stop it', () => {
  const layered = [...sheets.values()].flatMap((sheet) =>
    [...sheet.matchAll(/@import "([^"]+)" layer\(/g)].map(([, path = '']) => basename(path)),
  );
  const loose = [...sheets].flatMap(([file, sheet]) =>
    outside.has(file) || layered.includes(basename(file))
      ? []
      : topBlocks(sheet.replaceAll(/\/\*.*?\*\//gs, ''))
          .filter(([head, body]) => !/^@(layer|theme|utility|keyframes)\b/.test(head) && /\b(transition|animation)(-[a-z]+)?:/.test(body))
          .map(([head]) => `${file}: ${head}`),
  );
  expect(loose).toEqual([]);
});
