import { expect, test } from 'vitest';
import { coloursOf } from '../../../ui/tokens/colour-tokens.ts';
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

test('both themes write their tokens so that they can be read', () => {
  const written = (['dark', 'light'] as const).map(coloursOf);
  for (const { copper, verdigris } of written) {
    for (const token of [copper, verdigris]) expect(inkOf(styleOf({ '--copper': token, '--verdigris': token }))).toBeDefined();
  }
});
