import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine } from './parse-line.ts';

/** The words of each command, as bash would hand them over. */
function wordsOf(line: string): readonly (readonly string[])[] | string {
  const parsed = parseLine(line);
  return parsed.ok ? parsed.value.map(({ name, words }) => [name, ...words.map(({ text }) => text)]) : parsed.failure.message;
}

describe('words are those of bash (each compared with bash 5.2)', () => {
  test.each<[string, readonly string[]]>([
    ['echo one  two', ['echo', 'one', 'two']],
    [`echo 'one  two'`, ['echo', 'one  two']],
    [`echo "one  two"`, ['echo', 'one  two']],
    ['echo one\\ two', ['echo', 'one two']],
    [`echo a'b'"c"\\d`, ['echo', 'abcd']],
    [`echo ''`, ['echo', '']],
    [`echo "" ''x`, ['echo', '', 'x']],
    [`echo '\\'`, ['echo', '\\']],
    [`echo "\\""`, ['echo', '"']],
    [`echo "\\a\\\\b"`, ['echo', '\\a\\b']],
    [`echo "it's"`, ['echo', "it's"]],
    [`echo 'say "hi"'`, ['echo', 'say "hi"']],
    [`echo \\'\\"`, ['echo', `'"`]],
    [`echo '\\n' "\\n" \\n`, ['echo', '\\n', '\\n', 'n']],
    [`echo '|' "|" \\|`, ['echo', '|', '|', '|']],
    [`echo '>' "<" \\; '&&'`, ['echo', '>', '<', ';', '&&']],
    ['echo C# # a comment', ['echo', 'C#']],
    [`echo '#' \\# "#x"`, ['echo', '#', '#', '#x']],
    ['# nothing', []],
    [`echo '$HOME' \\$HOME "\\$HOME"`, ['echo', '$HOME', '$HOME', '$HOME']],
    ['echo $ 5$ "5$"', ['echo', '$', '5$', '5$']],
    [`echo '\`x\`' \\\`x`, ['echo', '`x`', '`x']],
    ['echo\tone', ['echo', 'one']],
    [`'ec'ho x`, ['echo', 'x']],
    ['echo é\\ü "ő ű"', ['echo', 'éü', 'ő ű']],
    ['echo a=b a==b', ['echo', 'a=b', 'a==b']],
  ])('%s', (line, words) => {
    expect(wordsOf(line)).toEqual(words.length === 0 ? [] : [words]);
  });
});

test('a tilde is left for the comparison that it is', () => {
  expect(wordsOf('where stack ~ rust')).toEqual([['where', 'stack', '~', 'rust']]);
});

test('pipes join commands, spaced or not', () => {
  expect(wordsOf('projects|sort year |  head 3')).toEqual([['projects'], ['sort', 'year'], ['head', '3']]);
});

test('a where compares with the signs that are redirections elsewhere', () => {
  expect(wordsOf('projects | where year > 2020')).toEqual([['projects'], ['where', 'year', '>', '2020']]);
  expect(wordsOf('where year>=2020 | where year<2024')).toEqual([
    ['where', 'year', '>=', '2020'],
    ['where', 'year', '<', '2024'],
  ]);
  expect(wordsOf('where year <= 2020')).toEqual([['where', 'year', '<=', '2020']]);
});

test('stars that nothing quotes are patterns, others are themselves', () => {
  const parsed = parseLine(`cat projects/*.md '*' \\* "a?"`);
  expect(parsed.ok && parsed.value[0]?.words).toEqual([
    { text: 'projects/*.md', isPattern: true },
    { text: '*', isPattern: false },
    { text: '*', isPattern: false },
    { text: 'a?', isPattern: false },
  ]);
});

test.each([
  ['echo "open', 'A quote (") is open'],
  ["echo 'open", "A quote (') is open"],
  ['echo \\', 'backslash'],
  ['projects > file', 'Redirection (>)'],
  ['projects >> file', 'Redirection (>>)'],
  ['cat < file', 'Redirection (<)'],
  ['clear; projects', '“;” is not supported'],
  ['clear && projects', '“&&” is not supported'],
  ['a || b', '“||” is not supported'],
  ['sleep &', '“&” is not supported'],
  ['(projects)', '“(” is not supported'],
  ['echo $HOME', 'Variables'],
  [`echo "$\{x}"`, 'Variables'],
  ['echo $(date)', 'Variables'],
  ["echo $'a'", 'Variables'],
  ['echo `date`', 'Command substitution'],
  ['| head', 'before it'],
  ['projects |', 'after it'],
  ['projects | | head', 'before it'],
  ['echo \u0007', 'cannot be typed'],
  [`echo ${'x'.repeat(600)}`, 'at most'],
])('%s is refused, and by its name', (line, message) => {
  expect(wordsOf(line)).toContain(message);
});

test('no line makes it throw, and a quoted text comes back as it was', { timeout: 20_000 }, () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (line) => typeof parseLine(line).ok === 'boolean'));
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (line) => typeof parseLine(line).ok === 'boolean'));
  const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
  fc.assert(
    fc.property(printable, (text) => {
      expect(wordsOf(`echo '${text.replaceAll("'", `'\\''`)}'`)).toEqual([['echo', text]]);
      expect(wordsOf(`echo "${text.replaceAll(/["\\$`]/g, '\\$&')}"`)).toEqual([['echo', text]]);
    }),
  );
});
