import { encodeClientHello } from '@castellan/probes/tls/client-hello';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cipherSuites, suiteByName } from './cipher-suites.ts';
import { isWholeAnswer, readServerAnswer } from './server-answer.ts';
import { encodeSsl2Hello, isWholeSsl2, readSsl2Hello } from './ssl2.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** TLS 1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, renegotiation_info; a key exchange on x25519; done. */
const random = '00'.repeat(32);
const hello = hex(`160303 0035 02 000031 0303 ${random} 00 c02f 00 0009 ff01000100 0017 0000`);
const exchange = hex(`160303 0028 0c 000024 03 001d 20 ${'09'.repeat(32)}`);
const done = hex('160303 0004 0e000000');
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

test('a flight is read, message by message', () => {
  const flight = joined(hello, exchange, done);
  expect(isWholeAnswer(flight, false)).toBe(true);
  expect(readServerAnswer(flight)).toMatchObject({
    kind: 'hello',
    version: 0x0303,
    suite: 0xc02f,
    compression: 0,
    group: 29,
    certificates: [],
  });
  expect(isWholeAnswer(hello, true)).toBe(true);
  expect(isWholeAnswer(hello, false)).toBe(false);
});

test.each([
  ['', 'closed'],
  ['15 0303 0002 0228', 'alert'],
  ['15 0303 0002 0170', 'closed'],
  ['485454502f312e31203430302042616420526571756573740d0a', 'garbage'],
  ['16 0303 ffff 02', 'garbage'],
  ['16 0303 0004 0e000000', 'garbage'],
])('%s is %s', (bytes, kind) => {
  expect(readServerAnswer(hex(bytes)).kind).toBe(kind);
});

test('whatever bytes come, a kind comes out', () => {
  const flight = joined(hello, exchange, done);
  const mutated = fc
    .tuple(fc.nat(flight.length - 1), fc.nat(255))
    .map(([at, byte]) => flight.map((old, index) => (index === at ? byte : old)));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (bytes) => {
      expect(['hello', 'alert', 'closed', 'garbage']).toContain(readServerAnswer(bytes).kind);
      isWholeAnswer(bytes, false);
      readSsl2Hello(bytes);
    }),
    { numRuns: 3_000 },
  );
});

test('every suite has a kind, and the well-known ones the right one', () => {
  expect(cipherSuites.size).toBe(353);
  expect(suiteByName('TLS_RSA_EXPORT_WITH_RC4_40_MD5')).toMatchObject({
    code: 3,
    cipher: 'RC4',
    bits: 40,
    isExport: true,
    keyExchange: 'RSA',
  });
  expect(suiteByName('TLS_RSA_WITH_3DES_EDE_CBC_SHA')).toMatchObject({
    code: 10,
    cipher: '3DES',
    bits: 112,
    isCbc: true,
    hasForwardSecrecy: false,
  });
  expect(suiteByName('TLS_DH_anon_WITH_AES_128_CBC_SHA')).toMatchObject({ authentication: 'anon', keyExchange: 'DHE' });
  expect(suiteByName('TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256')).toMatchObject({
    code: 0xcca9,
    bits: 256,
    isAead: true,
    hasForwardSecrecy: true,
  });
  expect(suiteByName('TLS_AES_128_CCM_8_SHA256')).toMatchObject({ code: 0x1305, isTls13: true, bits: 128, isAead: true });
  expect(suiteByName('TLS_RSA_WITH_NULL_SHA')).toMatchObject({ bits: 0, cipher: 'NULL' });
});

test('a ClientHello has its lengths right', () => {
  for (const protocol of ['SSLv3', 'TLSv1.0', 'TLSv1.2', 'TLSv1.3'] as const) {
    const bytes = encodeClientHello({
      protocol,
      suites: [0xc02f, 0x1301],
      groups: [29],
      random: new Uint8Array(32),
      serverName: 'example.org',
    });
    expect(((bytes[3] ?? 0) << 8) + (bytes[4] ?? 0)).toBe(bytes.length - 5);
    expect(((bytes[6] ?? 0) << 16) + ((bytes[7] ?? 0) << 8) + (bytes[8] ?? 0)).toBe(bytes.length - 9);
  }
});

test('SSLv2 is asked for and understood', () => {
  const asked = encodeSsl2Hello(new Uint8Array(16));
  expect(isWholeSsl2(asked)).toBe(true);
  expect(readSsl2Hello(hex('8018 04 00 01 0002 0003 0006 0004 010203 010080 0700c0 09090909'))).toEqual({
    ciphers: ['SSL_CK_RC4_128_WITH_MD5', 'SSL_CK_DES_192_EDE3_CBC_WITH_MD5'],
    certificate: hex('010203'),
  });
});
