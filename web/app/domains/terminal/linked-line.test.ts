import { expect, test } from 'vitest';
import { linkOfLine, longestLinkedLine, parseLinkedLine } from './linked-line.ts';

const search = (line: string) => `?${new URLSearchParams({ c: line })}`;

test('a line comes back out of the link that was made of it', () => {
  const line = 'projects | where stack ~ rust | where year >= 2020';
  expect(parseLinkedLine(new URL(linkOfLine('https://castellan.example', '/terminal', line)).search)).toBe(line);
  expect(linkOfLine('https://castellan.example', '/terminal', 'projects | head 1')).toBe(
    'https://castellan.example/terminal?c=projects%20%7C%20head%201',
  );
});

test.each([
  ['nothing', ''],
  ['no line', '?d=help'],
  ['an empty line', '?c=%20'],
  ['a long line', search('x'.repeat(longestLinkedLine + 1))],
  ['a tag', search('echo <img src=x onerror=alert(1)>')],
  ['the end of a tag', search('echo </script>')],
  ['an entity', search('echo &lt;b')],
  ['a line break', search('help\nlogin')],
  ['a null', search('help\u0000')],
  ['an escape sequence', search('echo \u001b[2J')],
  ['an override of the direction', search('echo \u202etxt')],
  ['an invisible character', search('he\u200blp')],
  ['a private character', search('echo \ue021')],
])('%s is not taken', (_, given) => {
  expect(parseLinkedLine(given)).toBeUndefined();
});
