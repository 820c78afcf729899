import { expect, test } from 'vitest';
import { parseNextPath, terminalAddress } from './next-path.ts';

test('a path of this site is kept with its query and fragment', () => {
  for (const path of ['/', '/dashboard', '/dashboard#security', '/library?tag=a%20b&page=2', '/mind-vault/notes/1']) {
    expect(parseNextPath(path)).toBe(path);
  }
});

test.each([
  ['another host', '//evil.example/'],
  ['another host behind a backslash', '/\\evil.example'],
  ['a backslash anywhere', '/a\\b'],
  ['two backslashes', '\\\\evil.example'],
  ['a scheme', 'https://evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line end that browsers drop', '/\n/evil.example'],
  ['a leading space', ' /dashboard'],
  ['a control character', '/a\u0000b'],
  ['an invisible character', '/\u200b/evil.example'],
  ['dots that resolve to another host', '/..//evil.example'],
  ['dots that resolve to another host, encoded', '/%2e%2e//evil.example'],
  ['a relative path', 'dashboard'],
  ['nothing', ''],
  ['the terminal itself', '/auth-terminal?next=/auth-terminal'],
  ['more than an address can hold', `/${'a'.repeat(2000)}`],
])('%s is refused', (_name, text) => {
  expect(parseNextPath(text)).toBeUndefined();
});

test('a missing parameter is no path', () => {
  expect(parseNextPath(null)).toBeUndefined();
  expect(parseNextPath(undefined)).toBeUndefined();
});

test('the terminal is told where to return to, and only there', () => {
  expect(terminalAddress('/dashboard?a=1#security')).toBe('/auth-terminal?next=%2Fdashboard%3Fa%3D1%23security');
  expect(terminalAddress('//evil.example')).toBe('/auth-terminal');
});
