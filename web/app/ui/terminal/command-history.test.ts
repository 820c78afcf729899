import { expect, test } from 'vitest';
import { emptyHistory, lookAhead, lookBack, remember } from './command-history.ts';

const history = ['help', 'login', 'clear'].reduce(remember, emptyHistory);

test('arrow up walks back to the oldest line and stays there', () => {
  const newest = lookBack(history);
  const middle = lookBack(newest.history);
  const oldest = lookBack(middle.history);
  expect([newest.text, middle.text, oldest.text, lookBack(oldest.history).text]).toEqual(['clear', 'login', 'help', 'help']);
});

test('arrow down walks forward and ends on an empty line', () => {
  const middle = lookBack(lookBack(history).history);
  const newest = lookAhead(middle.history);
  const typed = lookAhead(newest.history);
  expect([newest.text, typed.text, lookAhead(typed.history).text]).toEqual(['clear', '', undefined]);
});

test('an empty history shows nothing', () => {
  expect(lookBack(emptyHistory).text).toBeUndefined();
});

test('empty lines and repeats are not kept, and a new line ends the walk', () => {
  expect(remember(remember(history, ''), 'clear').lines).toEqual(['help', 'login', 'clear']);
  expect(remember(lookBack(history).history, 'login').position).toBeUndefined();
});

test('the oldest lines fall out after a hundred', () => {
  const many = Array.from({ length: 130 }, (_, index) => `line ${index}`).reduce(remember, emptyHistory);
  expect(many.lines).toHaveLength(100);
  expect(many.lines[0]).toBe('line 30');
});
