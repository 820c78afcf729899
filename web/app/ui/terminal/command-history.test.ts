import { expect, test } from 'vitest';
import { emptyHistory, remember } from './command-history.ts';

const history = ['help', 'login', 'clear'].reduce(remember, emptyHistory);

test('empty lines and repeats are not kept', () => {
  expect(remember(remember(history, ''), 'clear').lines).toEqual(['help', 'login', 'clear']);
  expect(remember(history, 'help').lines).toEqual(['help', 'login', 'clear', 'help']);
});

test('the oldest lines fall out after a hundred', () => {
  const many = Array.from({ length: 130 }, (_, index) => `line ${index}`).reduce(remember, emptyHistory);
  expect(many.lines).toHaveLength(100);
  expect(many.lines[0]).toBe('line 30');
});
