import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyLine } from './pretty-line.ts';

const time = '2026-11-27T18:04:11.123Z';
const say = (fields: Record<string, unknown>) => stripVTControlCharacters(prettyLine({ time, level: 'info', event: 'request', ...fields }));

test('a line says the time of day, the level, the event and what it adds, and the first characters of the request', () => {
  expect(say({ requestId: '3f2a91c0-0000-4000-8000-000000000000', method: 'GET', path: '/', status: 200, country: undefined })).toBe(
    '18:04:11.123 info  request method=GET path=/ status=200 request=3f2a91c0',
  );
  expect(say({ hint: 'Set HOST.', target: 'a=b' })).toBe('18:04:11.123 info  request hint="Set HOST." target="a=b"');
});

test('an error stands below its line, indented', () => {
  expect(say({ error: 'Error: broken\n    at here' })).toBe('18:04:11.123 info  request\n    Error: broken\n        at here');
});

test('nothing that a stranger sent steers the terminal or looks like another line', () => {
  const sign = fc.constantFrom('\u001b', '\u009b', '\n', '\r', '\u202e', '\u2028', '[', '2', 'J', ' ', '"', '=', 'a');
  const text = fc.string({ unit: sign });
  fc.assert(
    fc.property(text, text, (path, agent) => {
      expect(say({ path, agent })).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});
