import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coloursOf } from '../web/app/ui/tokens/colour-tokens.ts';
import { inkMark } from './ink-mark.ts';

const mark = readFileSync(join(import.meta.dirname, '..', 'web', 'public', 'favicon.svg'), 'utf8');
const coloursIn = (drawing: string) => drawing.match(/#[0-9a-f]{6}/g);

test('the icon of the site wears the colours of the dark theme; node scripts/draw-icons.ts inks it anew', () => {
  expect(inkMark(mark)).toBe(mark);
});

test('a mark in other colours comes to the same', () => {
  const { plate, verdigris, copper } = coloursOf('dark');
  const other = mark.replaceAll(/#[0-9a-f]{6}/g, '#123456');
  expect(coloursIn(other)).toEqual(['#123456', '#123456', '#123456']);
  expect(coloursIn(inkMark(other))).toEqual([plate, verdigris, copper]);
});
