import { expect, test } from 'vitest';
import { createLineController, type LineAids, noAids } from './line-controller.ts';

const words = ['help', 'history', 'login'];
const history = ['login', 'help me', 'history'];

/** An input with its controller; completion knows three words. */
function commandLine(text = '') {
  const input = {
    value: text,
    selectionStart: text.length,
    setSelectionRange: (start: number | null) => {
      input.selectionStart = start ?? 0;
    },
  };
  let aids: LineAids = noAids;
  let cleared = 0;
  const complete = async (before: string) => {
    const candidates = words.filter((word) => word.startsWith(before));
    return candidates.length === 0 ? undefined : { start: 0, candidates };
  };
  const keys = createLineController(
    input,
    () => ({ history, complete, onClear: () => (cleared += 1) }),
    (shown) => {
      aids = shown;
    },
  );
  const type = (typed: string) => {
    input.value = typed;
    input.selectionStart = typed.length;
    keys.typed();
  };
  return { input, keys, type, aids: () => aids, cleared: () => cleared };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('Tab makes the word that fits, with a space to go on', async () => {
  const { input, keys } = commandLine('lo');
  expect(keys.press('Tab')).toBe(true);
  await settle();
  expect([input.value, input.selectionStart]).toEqual(['login ', 6]);
});

test('Tab goes as far as all agree, shows them, goes through them, and then lets go', async () => {
  const { input, keys, aids } = commandLine('h');
  keys.press('Tab');
  await settle();
  expect([input.value, aids().candidates]).toEqual(['h', ['help', 'history']]);
  const seen = [1, 2, 3].map(() => keys.press('Tab') && input.value);
  expect(seen).toEqual(['help', 'history', 'h']);
  expect(keys.press('Tab')).toBe(false);
});

test('Tab on an empty line, and a second one where nothing fits, move the focus on', async () => {
  expect(commandLine('  ').keys.press('Tab')).toBe(false);
  const { keys, aids, type } = commandLine('xyz');
  expect(keys.press('Tab')).toBe(true);
  await settle();
  expect(aids().nothing).toBe(true);
  expect(keys.press('Tab')).toBe(false);
  type('xyzz');
  expect(keys.press('Tab')).toBe(true);
});

test('what is typed while a completion is looked for is left alone', async () => {
  const { input, keys, type } = commandLine('lo');
  keys.press('Tab');
  type('log');
  await settle();
  expect(input.value).toBe('log');
});

test('a search shows the newest line that fits, goes back with each Ctrl+R, and Enter takes what it found', () => {
  const { input, keys, type, aids } = commandLine('half');
  keys.press('C-r');
  expect([input.value, aids().search?.found]).toEqual(['', undefined]);
  type('h');
  expect(aids().search?.found).toBe('history');
  keys.press('C-r');
  expect(aids().search?.found).toBe('help me');
  expect(keys.take()).toBe('help me');
  expect(aids()).toEqual(noAids);
});

test('a search that is left by Esc leaves its line to be edited, one left by Ctrl+G the line from before', () => {
  const escaped = commandLine('half');
  escaped.keys.press('C-r');
  escaped.type('log');
  expect(escaped.keys.press('Escape')).toBe(true);
  expect(escaped.input.value).toBe('login');
  const left = commandLine('half');
  left.keys.press('C-r');
  left.type('log');
  left.keys.press('C-g');
  expect(left.input.value).toBe('half');
});

test('a search that finds nothing runs nothing', () => {
  const { keys, type } = commandLine('half');
  keys.press('C-r');
  type('nothing like it');
  expect(keys.take()).toBe('');
});

test('kills outlive the line they came from; Ctrl+L clears; other keys stay the browser’s', () => {
  const { input, keys, cleared } = commandLine('one two');
  keys.press('C-w');
  expect(keys.take()).toBe('one ');
  input.value = '';
  keys.press('C-y');
  expect(input.value).toBe('two');
  expect(keys.press('C-l')).toBe(true);
  expect(cleared()).toBe(1);
  for (const key of ['a', 'Enter', 'C-c', 'Escape', 'Home']) expect(keys.press(key)).toBe(false);
});
