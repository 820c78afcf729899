import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filledIcons } from '../../scripts/icon-weights.ts';

test('the icons drawn solid are those whose solid cut is built, and no others', () => {
  const app = join(import.meta.dirname, '..');
  const sources = globSync('**/*.tsx', { cwd: app }).filter((path) => !path.endsWith('.test.tsx'));
  const drawn = sources.flatMap((path) => {
    const icons = readFileSync(join(app, path), 'utf8').matchAll(/<Icon\b[^>]*?\bdrawing=\{(\w+)Icon\}[^>]*?>/g);
    return [...icons].filter(([tag]) => /\sfilled\b/.test(tag)).map((match) => match[1]);
  });
  expect(new Set(drawn)).toEqual(filledIcons);
});
