import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inkOf } from './ink.ts';

const styleOf = (tokens: Readonly<Record<string, string>>) => ({ getPropertyValue: (name: string) => tokens[name] ?? '' });

test('the ink is made of the two tokens', () => {
  expect(inkOf(styleOf({ '--copper': ' #ff8000', '--verdigris': '#000033 ' }))).toEqual({
    copper: [1, 128 / 255, 0],
    verdigris: [0, 0, 0.2],
  });
});

test.each(['', 'copper', '#12', 'rgb(1 2 3)', '#12345678'])('%j is no ink', (token) => {
  expect(inkOf(styleOf({ '--copper': token, '--verdigris': '#000033' }))).toBeUndefined();
});

test('both themes, and the light one of a system without a choice, write their tokens so that they can be read', () => {
  const tokens = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8');
  const written = [...tokens.matchAll(/--(?:copper|verdigris): ([^;]+);/g)].map((match) => match[1] ?? '');
  expect(written).toHaveLength(6);
  for (const token of written) expect(inkOf(styleOf({ '--copper': token, '--verdigris': token }))).toBeDefined();
});
