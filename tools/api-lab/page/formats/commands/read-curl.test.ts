import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRequest } from '../../sending/build-request.ts';
import { readCommands } from './read-commands.ts';
import { writeCurl } from './write-curl.ts';

const made = { nowMs: () => 0, uuid: () => 'u', random: () => 0 };

/** The only command of a text, as a request. */
function readCurl(text: string) {
  const read = readCommands(text);
  const [request] = read.ok ? read.value.requests : [];
  return read.ok && request !== undefined
    ? { ok: true as const, value: request, leftOut: read.value.leftOut }
    : (read as Extract<typeof read, { ok: false }>);
}

/** What would be sent. */
function wireOf(text: string) {
  const read = readCurl(text);
  if (!read.ok) throw new Error(read.failure.message);
  return buildRequest(read.value, read.value.auth, new Map(), made);
}

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
      expect(read.ok && buildRequest(read.value, read.value.auth, new Map(), made)).toEqual(wire);
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

test('a body without a type is sent as curl sends it: as it is, and as a form by its type alone', () => {
  const formType = ['Content-Type', 'application/x-www-form-urlencoded'];
  for (const line of [
    `curl --data-raw '{"a":1}' https://a.example`,
    `curl -d '{"a":1}' a.example`,
    `curl --data-binary '{"a":1}' a.example`,
  ])
    expect(wireOf(line)).toMatchObject({ method: 'POST', headers: [formType], body: '{"a":1}' });
  expect(wireOf(`curl ^"https://a.example/^" ^\n  --data-raw ^"^{^\\^"a^\\^":1^}^"`)).toMatchObject({
    headers: [formType],
    body: '{"a":1}',
  });
  expect(wireOf('curl -d word a.example')).toMatchObject({ headers: [formType], body: 'word' });
  expect(wireOf("curl -d '' a.example")).toMatchObject({ headers: [formType], body: '' });
  expect(wireOf('curl -d a=%ff a.example').body).toBe('a=%ff');
  expect(wireOf("curl -H 'Content-Type: application/x-www-form-urlencoded; charset=utf-8' -d a=1 a.example")).toMatchObject({
    headers: [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']],
    body: 'a=1',
  });
});

test('a body that is read as fields of a form means the same to a form’s reader, and any other is sent letter by letter', () => {
  const part = fc.string({ unit: fc.constantFrom(...Array.from('ab=&+%20{}":é@;/')), maxLength: 12 });
  fc.assert(
    fc.property(part, (body) => {
      const read = readCurl(`curl --data-raw '${body}' https://a.example`);
      const sent = wireOf(`curl --data-raw '${body}' https://a.example`).body;
      if (read.ok && read.value.body.kind === 'form')
        expect([...new URLSearchParams(String(sent))]).toEqual([...new URLSearchParams(body)]);
      else expect(sent).toBe(body);
    }),
    { numRuns: 500 },
  );
});

test('short options stand in one word, and each option is read as curl reads it', () => {
  expect(readCurl('curl -sSLXPUT -uada:pw -kb a=1 -b b=2 --url https://a.example/x')).toMatchObject({
    value: {
      method: 'PUT',
      url: 'https://a.example/x',
      auth: { kind: 'basic', username: 'ada', password: 'pw' },
      headers: [{ name: 'Cookie', value: 'a=1; b=2' }],
    },
  });
  expect(wireOf('curl --json \'{"a":1\' --json \',"b":2}\' a.example').body).toBe('{"a":1,"b":2}');
  expect(wireOf("curl --data-urlencode 'a=b c&d' --data-urlencode '=(e)' --data-urlencode f! a.example").body).toBe(
    'a=b+c%26d&%28e%29&f%21',
  );
  expect(wireOf("curl -G --data-urlencode 'q=a b' -d c=1 https://a.example/?z=1").url).toBe('https://a.example/?z=1&q=a+b&c=1');
  expect(wireOf('curl -I https://a.example')).toMatchObject({ method: 'HEAD' });
  expect(wireOf('curl -T report.txt https://a.example').method).toBe('PUT');
  expect(wireOf('curl --oauth2-bearer t -r 0-9 a.example').headers).toEqual([
    ['Range', 'bytes=0-9'],
    ['Authorization', 'Bearer t'],
  ]);
  const field = readCurl(`curl -F 'a="x;y";type=text/plain' -F 'b=c; d' a.example`);
  expect(field).toMatchObject({
    value: { body: { fields: [{ value: 'x;y' }, { value: 'c; d' }] } },
    leftOut: ['The form’s field a: type=text/plain'],
  });
});

test('several commands become several requests, and what else stands there is named', () => {
  const read = readCommands("$ curl 'https://a.example/1' -s |\n jq . ;\ncurl https://a.example/2");
  expect(read).toMatchObject({
    ok: true,
    value: { requests: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }], leftOut: ['The command jq'] },
  });
});
