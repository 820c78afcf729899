import { expect, test } from 'vitest';
import { emptyHistory, remember } from './command-history.ts';
import { answerKey } from './command-line-keys.ts';

const commands = ['help', 'history', 'login'];
const history = remember(remember(emptyHistory, 'help'), 'login');

test('the arrow keys bring back earlier lines', () => {
  const up = answerKey('ArrowUp', '', history, commands);
  expect(up?.text).toBe('login');
  expect(answerKey('ArrowUp', 'login', up?.history ?? history, commands)?.text).toBe('help');
  expect(answerKey('ArrowDown', 'login', up?.history ?? history, commands)?.text).toBe('');
});

test('an empty history leaves the line as it is', () => {
  const up = answerKey('ArrowUp', 'half', emptyHistory, commands);
  expect(up).toEqual({ history: emptyHistory, candidates: [] });
});

test('Tab completes a command and names those that begin alike', () => {
  expect(answerKey('Tab', 'l', history, commands)).toMatchObject({ text: 'login' });
  expect(answerKey('Tab', 'h', history, commands)).toMatchObject({ text: 'h', candidates: ['help', 'history'] });
});

test('a Tab that completes nothing moves the focus on', () => {
  for (const line of ['', 'login', 'xyz', 'login now']) expect(answerKey('Tab', line, history, commands)).toBeUndefined();
});

test('other keys are left alone', () => {
  expect(answerKey('a', 'l', history, commands)).toBeUndefined();
});
