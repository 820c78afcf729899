import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blanks, headerValue, splitAtFirst, trimEndOf, trimOf, trimStartOf } from './line-text.ts';

const anyText = fc.string({ unit: fc.constantFrom(' ', '\t', ':', 'a', 'b', '\r', '\n', '.'), maxLength: 60 });

test('a text is split at the first separator, and its parts put it together again', () => {
  expect(splitAtFirst('a: b: c', ':')).toEqual(['a', ' b: c']);
  expect(splitAtFirst('none', ':')).toBeUndefined();
  fc.assert(
    fc.property(anyText, (text) => {
      const parts = splitAtFirst(text, ':');
      expect(parts?.join(':') ?? text).toBe(text);
      expect(parts?.[0] ?? '').not.toContain(':');
    }),
  );
});

test('trimming takes the named characters from the ends, and nothing else, as an expression would', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(trimStartOf(text, blanks)).toBe(text.replace(/^[ \t]+/, ''));
      expect(trimEndOf(text, blanks)).toBe(text.replace(/[ \t]+$/, ''));
      expect(trimOf(text, blanks)).toBe(text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, ''));
    }),
  );
});

test('a header is found whatever the case of its name and the end of its line, and read as an expression reads it', () => {
  expect(headerValue('HTTP/1.1 200 OK\r\nserver: \t nginx \t\r\nServer: other', 'Server')).toBe('nginx');
  expect(headerValue('X-Server: nginx\r\nServers: x', 'server')).toBeUndefined();
  const line = fc
    .tuple(fc.constantFrom('Server', 'server', 'Serve', 'X', ' Server'), fc.constantFrom(':', ' :', ''), anyText)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.constantFrom('\r\n', '\n'), (lines, end) => {
      const head = lines.join(end);
      expect(headerValue(head, 'server')).toBe(/^server:[ \t]*(.{0,2000}?)[ \t]*\r?$/im.exec(head)?.[1]);
    }),
  );
});
