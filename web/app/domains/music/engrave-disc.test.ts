import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DiscSize, engraveDisc } from './engrave-disc.ts';

test.each<DiscSize>(['large', 'small'])('the committed picture of the %s disc is what the drawing says', (size) => {
  expect(readFileSync(new URL(`./disc-${size}.svg`, import.meta.url), 'utf8')).toBe(engraveDisc(size));
});
