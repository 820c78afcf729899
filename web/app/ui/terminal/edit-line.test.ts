import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EditedLine, type EditingKey, editLine, freshMemory, isEditingKey, searchHistory, sharedStart } from './edit-line.ts';

/** A line with `^` where the cursor stands. */
function read(drawn: string): EditedLine {
  return { text: drawn.replace('^', ''), cursor: drawn.indexOf('^') };
}

function draw({ text, cursor }: EditedLine): string {
  return `${text.slice(0, cursor)}^${text.slice(cursor)}`;
}

function press(drawn: string, keys: string, history: readonly string[] = []): string {
  let edit = { line: read(drawn), memory: freshMemory };
  for (const key of keys.split(' ')) {
    if (!isEditingKey(key)) throw new Error(`${key} is no key`);
    edit = editLine(key, edit.line, edit.memory, history);
  }
  return draw(edit.line);
}

describe('keys do what the GNU readline manual says of them (§1.3, §1.4)', () => {
  test.each<[string, string, string]>([
    ['one two^', 'C-a', '^one two'],
    ['^one two', 'C-e', 'one two^'],
    ['on^e', 'C-b', 'o^ne'],
    ['on^e', 'C-f', 'one^'],
    ['^one', 'C-b', '^one'],
    ['one^', 'C-f', 'one^'],
    ['a😀^b', 'C-b', 'a^😀b'],
    ['a^😀b', 'C-f', 'a😀^b'],
    ['where stack^-name', 'M-b', 'where ^stack-name'],
    ['^where stack', 'M-f', 'where^ stack'],
    ['where^ stack', 'M-f', 'where stack^'],
    ['a/b-c^', 'M-b M-b', 'a/^b-c'],
    ['one, two^', 'M-b M-b', '^one, two'],
    ['o^ne', 'C-d', 'o^e'],
    ['one^', 'C-d', 'one^'],
    ['on^e', 'C-h', 'o^e'],
    ['one ^two three', 'C-k', 'one ^'],
    ['one two^ three', 'C-u', '^ three'],
    ['cat projects/rosette.md^', 'C-w', 'cat ^'],
    ['cat a  ^', 'C-w', 'cat ^'],
    ['cat projects/rosette.md^', 'M-DEL', 'cat projects/rosette.^'],
    ['^one two', 'M-d', '^ two'],
    ['one two^', 'C-w C-y', 'one two^'],
    ['one two^', 'C-w C-a C-y', 'two^one '],
    // Kills in a row are one kill, in the order of the text.
    ['one two three^', 'C-w C-w C-y', 'one two three^'],
    ['^one two three', 'M-d M-d C-e C-y', ' threeone two^'],
    ['one two^ three', 'C-u C-k C-y', 'one two three^'],
    // A movement between two kills keeps them apart.
    ['one two^', 'C-w C-e C-w C-y', 'one ^'],
    ['one two^', 'C-w C-e C-w C-y M-y', 'two^'],
    ['one two^', 'C-w C-e C-w C-y M-y M-y', 'one ^'],
    ['one^', 'M-y', 'one^'],
    ['one^', 'C-y', 'one^'],
    ['ab^', 'C-t', 'ba^'],
    ['a^b', 'C-t', 'ba^'],
    ['^ab', 'C-t', '^ab'],
    ['^one two', 'M-u', 'ONE^ two'],
    ['^ONE two', 'M-l', 'one^ two'],
    ['^oNE two', 'M-c', 'One^ two'],
  ])('%s · %s · %s', (start, keys, end) => {
    expect(press(start, keys)).toBe(end);
  });
});

describe('the history is walked, and the line that was left for it comes back', () => {
  const history = ['help', 'projects', 'ls'];
  test.each<[string, string, string]>([
    ['dra^ft', 'up', 'ls^'],
    ['draft^', 'up up up', 'help^'],
    ['draft^', 'up up up up', 'help^'],
    ['draft^', 'up up down', 'ls^'],
    ['draft^', 'up up down down', 'draft^'],
    ['draft^', 'down', 'draft^'],
    ['draft^', 'M-<', 'help^'],
    ['draft^', 'M-< M->', 'draft^'],
    ['draft^', 'C-p C-p C-n', 'ls^'],
  ])('%s · %s · %s', (start, keys, end) => {
    expect(press(start, keys, history)).toBe(end);
  });

  test('an empty history leaves the line alone', () => {
    expect(press('dra^ft', 'up')).toBe('dra^ft');
  });
});

test('a search finds the newest line that holds the text, then older ones; capitals make it exact', () => {
  const history = ['projects | count', 'help', 'projects', 'Projects'];
  expect(searchHistory(history, 'proj', history.length)).toBe(3);
  expect(searchHistory(history, 'proj', 3)).toBe(2);
  expect(searchHistory(history, 'proj', 2)).toBe(0);
  expect(searchHistory(history, 'proj', 0)).toBeUndefined();
  expect(searchHistory(history, 'Proj', history.length)).toBe(3);
  expect(searchHistory(history, 'Proj', 3)).toBeUndefined();
  expect(searchHistory(history, '', history.length)).toBeUndefined();
});

test('what texts begin with in common', () => {
  expect(sharedStart(['network', 'netcat'])).toBe('net');
  expect(sharedStart(['login'])).toBe('login');
  expect(sharedStart(['a', 'b'])).toBe('');
  expect(sharedStart([])).toBe('');
});

test('no run of keys loses the cursor, and a kill with its yank restores the line', { timeout: 20_000 }, () => {
  const keys: EditingKey[] = [
    'C-a',
    'C-e',
    'C-b',
    'C-f',
    'M-b',
    'M-f',
    'C-d',
    'C-h',
    'C-k',
    'C-u',
    'C-w',
    'M-d',
    'M-DEL',
    'C-y',
    'M-y',
    'C-t',
    'M-u',
    'up',
    'down',
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.array(fc.constantFrom(...keys), { maxLength: 20 }), (text, pressed) => {
      let edit = { line: { text, cursor: text.length }, memory: freshMemory };
      return pressed.every((key) => {
        edit = editLine(key, edit.line, edit.memory, ['ls', 'help']);
        return edit.line.cursor >= 0 && edit.line.cursor <= edit.line.text.length;
      });
    }),
  );
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.nat(),
      fc.constantFrom<EditingKey>('C-k', 'C-u', 'C-w', 'M-d', 'M-DEL'),
      (text, at, key) => {
        const line = { text, cursor: at % (text.length + 1) };
        const killed = editLine(key, line, freshMemory, []);
        return editLine('C-y', killed.line, killed.memory, []).line.text === text;
      },
    ),
  );
});
