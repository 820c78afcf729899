import { cipherSuiteNames } from './cipher-suite-names.ts';

/** What is known of a cipher suite by its name. */
export type CipherSuite = {
  readonly code: number;
  /** IANA's name, `TLS_…`. */
  readonly name: string;
  /** In TLS 1.3 a suite names neither key exchange nor authentication. */
  readonly isTls13: boolean;
  readonly keyExchange: 'any' | 'RSA' | 'DH' | 'DHE' | 'ECDH' | 'ECDHE' | 'PSK' | 'other';
  readonly authentication: 'any' | 'RSA' | 'ECDSA' | 'DSS' | 'PSK' | 'anon' | 'other';
  readonly isExport: boolean;
  /** Bits of the key, as the cipher is named: 112 for 3DES, 0 for NULL. */
  readonly bits: number;
  readonly cipher: 'NULL' | 'RC4' | 'RC2' | 'DES' | '3DES' | 'IDEA' | 'SEED' | 'AES' | 'CAMELLIA' | 'ARIA' | 'CHACHA20' | 'SM4' | 'GOST';
  readonly isCbc: boolean;
  readonly isAead: boolean;
  /** Whether keys of the past stay secret when the server's key is lost. */
  readonly hasForwardSecrecy: boolean;
};

/** What the part of the name behind `_WITH_` says of the cipher; the first that fits. */
const ciphers: readonly (readonly [RegExp, CipherSuite['cipher'], number])[] = [
  [/^NULL|^SHA\d+_SHA/, 'NULL', 0],
  [/_40_|DES40/, 'DES', 40],
  [/_56_/, 'RC4', 56],
  [/^3DES/, '3DES', 112],
  [/^DES/, 'DES', 56],
  [/^RC4/, 'RC4', 128],
  [/^IDEA/, 'IDEA', 128],
  [/^SEED/, 'SEED', 128],
  [/^CHACHA20/, 'CHACHA20', 256],
  [/^SM4/, 'SM4', 128],
  [/^KUZNYECHIK|^MAGMA|^28147/, 'GOST', 256],
  [/^AES_256/, 'AES', 256],
  [/^AES/, 'AES', 128],
  [/^CAMELLIA_256/, 'CAMELLIA', 256],
  [/^CAMELLIA/, 'CAMELLIA', 128],
  [/^ARIA_256/, 'ARIA', 256],
  [/^ARIA/, 'ARIA', 128],
];

/** Every suite that is offered to servers, by its code. */
export const cipherSuites: ReadonlyMap<number, CipherSuite> = new Map(
  cipherSuiteNames
    .trim()
    .split('\n')
    .map((line) => {
      const code = Number.parseInt(line.slice(0, 4), 16);
      return [code, describeSuite(code, `TLS_${line.slice(5)}`)];
    }),
);

const byName: ReadonlyMap<string, CipherSuite> = new Map([...cipherSuites.values()].map((suite) => [suite.name, suite]));

/** A suite by IANA's name; `undefined` for one of SSLv2, or an unknown one. */
export function suiteByName(name: string): CipherSuite | undefined {
  return byName.get(name);
}

/** The name of a suite; its code where it has none. */
export function suiteName(code: number): string {
  return cipherSuites.get(code)?.name ?? `0x${code.toString(16).padStart(4, '0').toUpperCase()}`;
}

/** Codes for a hello of TLS 1.3, best first. */
export const tls13Suites: readonly number[] = [...cipherSuites.values()].filter(({ isTls13 }) => isTls13).map(({ code }) => code);

/** Codes for a hello of an older protocol, weakest first: a server without an order of its own shows that it has none. */
export const legacySuites: readonly number[] = [...cipherSuites.values()]
  .filter(({ isTls13 }) => !isTls13)
  .sort((one, other) => one.bits - other.bits)
  .map(({ code }) => code);

function describeSuite(code: number, name: string): CipherSuite {
  const [head = '', encryption] = name.slice(4).split('_WITH_');
  const isTls13 = encryption === undefined;
  const keyExchange = isTls13 ? 'any' : keyExchangeOf(head);
  const rest = encryption ?? head;
  return {
    code,
    name,
    isTls13,
    keyExchange,
    authentication: isTls13 ? 'any' : authenticationOf(head),
    isExport: head.includes('EXPORT'),
    ...cipherOf(rest),
    isCbc: rest.includes('CBC'),
    isAead: /GCM|CCM|POLY1305|OMAC/.test(rest),
    hasForwardSecrecy: isTls13 || keyExchange === 'DHE' || keyExchange === 'ECDHE',
  };
}

function keyExchangeOf(head: string): CipherSuite['keyExchange'] {
  if (/^ECDHE|^ECDH_anon/.test(head)) return 'ECDHE';
  if (/^DHE|^DH_anon|^PSK_DHE/.test(head)) return 'DHE';
  if (head.startsWith('ECDH')) return 'ECDH';
  if (head.startsWith('DH')) return 'DH';
  if (head.startsWith('RSA')) return 'RSA';
  return head === 'PSK' ? 'PSK' : 'other';
}

function authenticationOf(head: string): CipherSuite['authentication'] {
  if (head.includes('anon')) return 'anon';
  if (head === 'RSA_PSK') return 'RSA';
  if (head.includes('PSK')) return 'PSK';
  if (head.includes('ECDSA')) return 'ECDSA';
  if (head.includes('DSS')) return 'DSS';
  return head.includes('RSA') ? 'RSA' : 'other';
}

function cipherOf(encryption: string): Pick<CipherSuite, 'cipher' | 'bits'> {
  const [, cipher = 'NULL', bits = 0] = ciphers.find(([pattern]) => pattern.test(encryption)) ?? [];
  if (encryption.startsWith('RC4')) return { cipher: 'RC4', bits };
  return { cipher: encryption.startsWith('RC2') ? 'RC2' : cipher, bits };
}
