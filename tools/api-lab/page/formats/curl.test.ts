import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRequest } from '../sending/build-request.ts';
import { readCurl, shellWords, writeCurl } from './curl.ts';

const made = { nowMs: () => 0, uuid: () => 'u', random: () => 0 };

test('words are those of a shell: quotes, dollar quotes, backslashes, continuations', () => {
  expect(shellWords(`a 'b c' "d \\"e\\" \\$x" f\\ g ''`)).toEqual(['a', 'b c', 'd "e" $x', 'f g', '']);
  expect(shellWords("curl \\\n  $'a\\nb\\u0041\\'' x'y'z")).toEqual(['curl', "a\nbA'", 'xyz']);
  expect(shellWords("curl 'open")).toBeUndefined();
});

test('what browsers copy is read: method, headers, data and its kind', () => {
  const read = readCurl(
    `curl 'https://api.example.org/items?page=2' -X 'POST' -H 'content-type: application/json' -H 'X-Key: a: b' --data-raw '{"a":1}' --compressed`,
  );
  expect(read).toMatchObject({
    ok: true,
    value: {
      method: 'POST',
      url: 'https://api.example.org/items',
      query: [{ name: 'page', value: '2' }],
      headers: [{ name: 'content-type' }, { name: 'X-Key', value: 'a: b' }],
      body: { kind: 'json', text: '{"a":1}' },
    },
  });
  expect(readCurl('curl -u me:secret -d a=1 -d b=%20 example.org')).toMatchObject({
    ok: true,
    value: {
      method: 'POST',
      url: 'http://example.org',
      auth: { kind: 'basic', username: 'me', password: 'secret' },
      body: {
        kind: 'form',
        fields: [
          { name: 'a', value: '1' },
          { name: 'b', value: ' ' },
        ],
      },
    },
  });
  expect(readCurl('curl -G -d q=x https://a.example -sS')).toMatchObject({
    ok: true,
    value: { method: 'GET', query: [{ name: 'q', value: 'x' }] },
  });
  expect(readCurl('curl -F a=1 https://a.example')).toMatchObject({ ok: true, value: { method: 'POST', body: { kind: 'multipart' } } });
});

test('what cannot be read is named', () => {
  for (const [line, says] of [
    ['wget x', 'does not begin with curl'],
    ["curl 'x", 'not closed'],
    ['curl --proxy p https://a.example', 'The option --proxy'],
    ['curl -d @file https://a.example', 'from a file'],
    ['curl -H', 'lacks its value'],
    ['curl -s', 'no address'],
  ] as const) {
    const read = readCurl(line);
    expect([line, read.ok ? '' : read.failure.message]).toEqual([line, expect.stringContaining(says)]);
  }
});

test('a command that is written is read as the same request', () => {
  const value = fc.string({ maxLength: 20 }).map((text) => text.trim());
  fc.assert(
    fc.property(fc.constantFrom('POST', 'PUT', 'DELETE'), value, fc.string({ unit: 'grapheme', maxLength: 40 }), (method, header, text) => {
      const wire = {
        method,
        url: 'https://a.example/x',
        headers: [
          ['X-Test', header],
          ['Content-Type', 'text/plain'],
        ] as const,
        body: text,
      };
      const read = readCurl(writeCurl(wire));
      expect(read.ok && buildRequest(read.value, read.value.auth, new Map(), made)).toEqual({
        ...wire,
        headers: header === '' ? [['Content-Type', 'text/plain']] : wire.headers,
      });
    }),
  );
});

test('files are named as curl names them, and read back by their names', () => {
  const file = { name: 'a "b".png' };
  const head = { method: 'POST', url: 'https://a.example/x' };
  const form = writeCurl({
    ...head,
    headers: [['Content-Type', 'multipart/form-data; boundary=b0']],
    body: {
      kind: 'multipart',
      boundary: 'b0',
      parts: [
        { name: 'note', value: '@not a file' },
        { name: 'picture', file },
      ],
    },
  });
  expect(form).not.toContain('boundary');
  const parts = readCurl(form);
  expect(parts.ok && parts.value.body).toEqual({
    kind: 'multipart',
    fields: [
      { name: 'note', value: '@not a file', enabled: true },
      { name: 'picture', value: '', enabled: true, file },
    ],
  });
  const whole = readCurl(writeCurl({ ...head, headers: [], body: { kind: 'file', file } }));
  expect(whole.ok && whole.value.body).toEqual({ kind: 'file', file });
  const typed = readCurl("curl -F 'p=@/home/ada/x.png;type=image/png' https://a.example");
  expect(typed.ok && typed.value.body).toMatchObject({ fields: [{ name: 'p', file: { name: 'x.png' } }] });
});
