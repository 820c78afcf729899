import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { parseCompact, parseJws } from './parse-jws.ts';
import { parseStrictJson } from './strict-json.ts';
import { utf8 } from './text-bytes.ts';

const header = encodeBase64Url(utf8('{"alg":"HS256"}'));
const failureOf = (token: string) => {
  const parsed = parseJws(token);
  return parsed.ok ? 'parsed' : { code: parsed.failure.code, part: parsed.failure.part, at: parsed.failure.at };
};
const withHeader = (text: string | Uint8Array) => `${encodeBase64Url(typeof text === 'string' ? utf8(text) : text)}.e30.`;

test('each fault is named with its part and its byte', () => {
  expect(failureOf('')).toEqual({ code: 'empty', part: 'token', at: 0 });
  expect(failureOf('a.b')).toEqual({ code: 'part_count', part: 'token', at: 0 });
  expect(failureOf(`${header}.a.b.c`)).toEqual({ code: 'part_count', part: 'token', at: 0 });
  expect(failureOf('a.b.c.d.e')).toEqual({ code: 'encrypted', part: 'token', at: 0 });
  expect(failureOf(`${header}.e30=.AAAA`)).toEqual({ code: 'base64url', part: 'payload', at: header.length + 4 });
  expect(failureOf(`${header}.e30.AA+A`)).toEqual({ code: 'base64url', part: 'signature', at: header.length + 7 });
  expect(failureOf(`${header}.e30.AAAAA`)).toEqual({ code: 'base64url', part: 'signature', at: header.length + 9 });
  expect(failureOf(`${header}.AB.AAAA`)).toEqual({ code: 'base64url', part: 'payload', at: header.length + 2 });
  expect(failureOf(` ${header}.e30.`)).toEqual({ code: 'base64url', part: 'header', at: 0 });
  expect(failureOf(withHeader('[]'))).toEqual({ code: 'not_an_object', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"typ":"JWT"}'))).toEqual({ code: 'member_missing', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":1}'))).toEqual({ code: 'member_type', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","alg":"none"}'))).toEqual({ code: 'json', part: 'header', at: 0 });
  expect(failureOf(withHeader(Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual({ code: 'json', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","crit":[]}'))).toEqual({ code: 'crit_malformed', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","crit":["alg"]}'))).toEqual({ code: 'crit_malformed', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","crit":["b64"]}'))).toEqual({ code: 'crit_malformed', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","crit":["exp"],"exp":1}'))).toEqual({ code: 'crit_unknown', part: 'header', at: 0 });
  expect(failureOf(withHeader('{"alg":"HS256","b64":false}'))).toEqual({ code: 'crit_malformed', part: 'header', at: 0 });
});

test('JSON serialization is read by parseJws, and refused where a JWT is wanted', () => {
  const flattened = JSON.stringify({ payload: 'e30', protected: header, signature: 'AAAA' });
  expect(failureOf(flattened)).toBe('parsed');
  expect(parseCompact(flattened)).toMatchObject({ ok: false, failure: { code: 'not_compact' } });
  expect(failureOf(JSON.stringify({ payload: 'e30', signatures: [] }))).toMatchObject({ code: 'member_missing' });
  expect(failureOf(JSON.stringify({ payload: 'e30', protected: header, header: { alg: 'HS256' }, signature: 'AAAA' }))).toMatchObject({
    code: 'member_twice',
  });
  expect(failureOf(JSON.stringify({ payload: 'e30', signatures: [{}], signature: '' }))).toMatchObject({ code: 'member_twice' });
});

test('base64url: what was encoded comes back, and of all texts only one spells each byte string', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      (bytes) => void expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual({ ok: true, value: bytes }),
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ABCxyz019-_'), maxLength: 12 }), (text) => {
      const decoded = decodeBase64Url(text);
      return !decoded.ok || encodeBase64Url(decoded.value) === text;
    }),
  );
});

test('strict JSON gives what JSON.parse gives, and refuses what it refuses', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (value) => void expect(parseStrictJson(utf8(JSON.stringify(value)))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) }),
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123456789.eE+-\\untfals \t\u0001'), maxLength: 14 }), (text) => {
      let wanted: unknown = 'refused';
      try {
        wanted = JSON.parse(text);
      } catch {}
      const read = parseStrictJson(utf8(text));
      if (!read.ok && read.failure.code === 'duplicate_name') return;
      expect(read.ok ? read.value : 'refused').toEqual(wanted);
    }),
    { numRuns: 3000 },
  );
});

test('JSON: a name that stands twice, a byte order mark, depth and broken UTF-8 are found at their bytes', () => {
  const faultOf = (text: string | Uint8Array<ArrayBuffer>) => {
    const read = parseStrictJson(typeof text === 'string' ? utf8(text) : text);
    return read.ok ? 'read' : [read.failure.code, read.failure.at];
  };
  expect(faultOf('{"é":1,"é":2}')).toEqual(['duplicate_name', 8]);
  expect(faultOf('{"a":1,"\\u0061":2}')).toEqual(['duplicate_name', 7]);
  expect(faultOf('\ufeff{}')).toEqual(['byte_order_mark', 0]);
  expect(faultOf(Uint8Array.of(0x22, 0xc3, 0xa9, 0xc3, 0x22))).toEqual(['not_utf8', 3]);
  expect(faultOf('{} x')).toEqual(['trailing', 3]);
  expect(faultOf('['.repeat(70))).toEqual(['too_deep', 65]);
  expect(faultOf('{"a":"\\x"}')).toEqual(['syntax', 6]);
  expect(faultOf('{"__proto__":1}')).toBe('read');
});

test('no text makes the parser throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void parseJws(text)));
  fc.assert(fc.property(fc.jsonValue(), (value) => void parseJws(JSON.stringify({ payload: 'e30', signatures: [value], extra: value }))));
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (value) => void parseJws(withHeader(JSON.stringify({ alg: 'HS256', crit: value, b64: value, jwk: value }))),
    ),
  );
});
