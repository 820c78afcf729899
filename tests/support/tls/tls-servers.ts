import { generateKeyPairSync, getDiffieHellman } from 'node:crypto';
import { createServer as createTcpServer, type Server } from 'node:net';
import { createServer, TLSSocket, type TlsOptions } from 'node:tls';
import { type SelfSigned, selfSigned } from './self-signed.ts';

/** What a server is configured to offer in one protocol, as a report of TLS Inspector says it. */
export type ConfiguredProtocol = {
  readonly name: string;
  /** By IANA's names; in the server's order, or in that of their numbers where it has none. */
  readonly suites: readonly string[];
  readonly serverOrder: boolean;
  readonly groups: readonly string[];
  readonly dhBits?: number;
};

/** A server of this Node, and what follows from its configuration. */
export type ConfiguredServer = {
  readonly title: string;
  readonly options: TlsOptions;
  readonly protocols: readonly ConfiguredProtocol[];
  /** Its certificates sign themselves: `T`, but where nothing shows one. */
  readonly grade?: null;
};

/** Keys of the servers below. */
export const rsaKeys: SelfSigned = selfSigned(generateKeyPairSync('rsa', { modulusLength: 2048 }));
export const ecKeys: SelfSigned = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const p384Keys = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-384' }));
const bothKeys = { key: [rsaKeys.key, ecKeys.key], cert: [rsaKeys.cert, ecKeys.cert] };

const tls12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
const older = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2' } as const;
const olderNames = ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const;
const ordered = { honorCipherOrder: true } as const;

/** What OpenSSL offers in TLS 1.3 by itself, in its order. */
const usual13 = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'];

/** The parameters of a well-known group, as PEM (PKCS #3). */
function dhParameters(group: 'modp2' | 'modp14'): string {
  const prime = getDiffieHellman(group).getPrime();
  const integer = (bytes: Buffer) => element(2, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
  const der = element(0x30, Buffer.concat([integer(prime), integer(Buffer.from([2]))]));
  return `-----BEGIN DH PARAMETERS-----\n${der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END DH PARAMETERS-----\n`;
}

function element(tag: number, body: Buffer): Buffer {
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

/** Servers of different configurations, each with what a report must say of it. Groups of a TLS 1.2 server end with its certificate's curve: without it, no client gets one. */
export const configuredServers: readonly ConfiguredServer[] = [
  {
    title: 'TLS 1.3 alone, two groups',
    options: { ...rsaKeys, minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768:P-256' },
    protocols: [{ name: 'TLSv1.3', suites: usual13, serverOrder: true, groups: ['X25519MLKEM768', 'secp256r1'] }],
  },
  {
    title: 'TLS 1.3 alone, one suite, X448 and P-521',
    options: { ...rsaKeys, minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256', ecdhCurve: 'X448:P-521' },
    protocols: [{ name: 'TLSv1.3', suites: ['TLS_AES_128_GCM_SHA256'], serverOrder: false, groups: ['x448', 'secp521r1'] }],
  },
  {
    title: 'TLS 1.3 alone, chosen by the client',
    options: { ...ecKeys, minVersion: 'TLSv1.3', honorCipherOrder: false, ecdhCurve: 'P-384' },
    protocols: [
      {
        name: 'TLSv1.3',
        suites: ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
        serverOrder: false,
        groups: ['secp384r1'],
      },
    ],
  },
  {
    title: 'groups with ML-KEM, and X25519 last',
    options: { ...ecKeys, minVersion: 'TLSv1.3', ecdhCurve: 'SecP256r1MLKEM768:SecP384r1MLKEM1024:X25519MLKEM768:X25519' },
    protocols: [
      {
        name: 'TLSv1.3',
        suites: usual13,
        serverOrder: true,
        groups: ['SecP256r1MLKEM768', 'SecP384r1MLKEM1024', 'X25519MLKEM768', 'x25519'],
      },
    ],
  },
  {
    title: 'TLS 1.2 alone, two suites, the server’s order',
    options: {
      ...ecKeys,
      ...tls12,
      ...ordered,
      ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384',
      ecdhCurve: 'P-384:P-256',
    },
    protocols: [
      {
        name: 'TLSv1.2',
        suites: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
        serverOrder: true,
        groups: ['secp384r1', 'secp256r1'],
      },
    ],
  },
  {
    title: 'TLS 1.2 and 1.3, keys of two kinds, ChaCha20 first',
    options: {
      ...bothKeys,
      ...ordered,
      minVersion: 'TLSv1.2',
      ciphers:
        'TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384:ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-AES256-GCM-SHA384',
      ecdhCurve: 'X25519:P-256',
    },
    protocols: [
      {
        name: 'TLSv1.2',
        suites: [
          'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
          'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
          'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
        ],
        serverOrder: true,
        groups: ['x25519', 'secp256r1'],
      },
      {
        name: 'TLSv1.3',
        suites: ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_256_GCM_SHA384'],
        serverOrder: true,
        groups: ['x25519', 'secp256r1'],
      },
    ],
  },
  {
    title: 'TLS 1.0 and 1.1, no forward secrecy',
    options: { ...rsaKeys, ...ordered, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'AES128-SHA:AES256-SHA@SECLEVEL=0' },
    protocols: ['TLSv1.0', 'TLSv1.1'].map((name) => ({
      name,
      suites: ['TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_256_CBC_SHA'],
      serverOrder: true,
      groups: [],
    })),
  },
  {
    title: 'TLS 1.0 to 1.3 side by side',
    options: {
      ...rsaKeys,
      ...ordered,
      minVersion: 'TLSv1',
      ciphers: 'TLS_AES_256_GCM_SHA384:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA:AES128-SHA@SECLEVEL=0',
      ecdhCurve: 'P-256',
    },
    protocols: [
      ...olderNames.map((name) => ({
        name,
        suites: [
          ...(name === 'TLSv1.2' ? ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'] : []),
          'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
          'TLS_RSA_WITH_AES_128_CBC_SHA',
        ],
        serverOrder: true,
        groups: ['secp256r1'],
      })),
      { name: 'TLSv1.3', suites: ['TLS_AES_256_GCM_SHA384'], serverOrder: false, groups: ['secp256r1'] },
    ],
  },
  {
    title: 'ephemeral Diffie-Hellman, chosen by the client',
    options: {
      ...rsaKeys,
      ...tls12,
      ciphers: 'DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384',
      honorCipherOrder: false,
      dhparam: 'auto',
    },
    protocols: [
      {
        name: 'TLSv1.2',
        suites: ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
        serverOrder: false,
        groups: [],
        dhBits: 2048,
      },
    ],
  },
  {
    title: 'Diffie-Hellman of 1,024 bits',
    options: { ...rsaKeys, ...tls12, ciphers: 'DHE-RSA-AES256-SHA256@SECLEVEL=0', dhparam: dhParameters('modp2') },
    protocols: [{ name: 'TLSv1.2', suites: ['TLS_DHE_RSA_WITH_AES_256_CBC_SHA256'], serverOrder: false, groups: [], dhBits: 1024 }],
  },
  {
    title: 'a client certificate is wanted',
    options: {
      ...p384Keys,
      ...tls12,
      requestCert: true,
      rejectUnauthorized: true,
      ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384',
      ecdhCurve: 'P-521:P-384',
    },
    protocols: [
      { name: 'TLSv1.2', suites: ['TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'], serverOrder: false, groups: ['secp521r1', 'secp384r1'] },
    ],
  },
  {
    title: 'no encryption',
    options: { ...rsaKeys, ...older, ...ordered, ciphers: 'NULL-SHA256:NULL-SHA:ECDHE-RSA-NULL-SHA@SECLEVEL=0', ecdhCurve: 'P-256' },
    protocols: olderNames.map((name) => ({
      name,
      suites: [...(name === 'TLSv1.2' ? ['TLS_RSA_WITH_NULL_SHA256'] : []), 'TLS_RSA_WITH_NULL_SHA', 'TLS_ECDHE_RSA_WITH_NULL_SHA'],
      serverOrder: true,
      groups: ['secp256r1'],
    })),
  },
  {
    title: 'anonymous suites',
    options: {
      ...rsaKeys,
      ...older,
      ...ordered,
      ciphers: 'ADH-AES128-GCM-SHA256:ADH-AES256-SHA:AECDH-AES128-SHA@SECLEVEL=0',
      ecdhCurve: 'P-256',
      dhparam: dhParameters('modp14'),
    },
    protocols: olderNames.map((name) => ({
      name,
      suites: [
        ...(name === 'TLSv1.2' ? ['TLS_DH_anon_WITH_AES_128_GCM_SHA256'] : []),
        'TLS_DH_anon_WITH_AES_256_CBC_SHA',
        'TLS_ECDH_anon_WITH_AES_128_CBC_SHA',
      ],
      serverOrder: true,
      groups: ['secp256r1'],
      dhBits: 2048,
    })),
    grade: null,
  },
  {
    title: 'CCM, Camellia and ARIA',
    options: {
      ...ecKeys,
      ...tls12,
      ...ordered,
      ciphers: 'ECDHE-ECDSA-AES256-CCM:ECDHE-ECDSA-AES128-CCM8:ECDHE-ECDSA-CAMELLIA128-SHA256:ECDHE-ECDSA-ARIA128-GCM-SHA256@SECLEVEL=0',
      ecdhCurve: 'brainpoolP256r1:P-256',
    },
    protocols: [
      {
        name: 'TLSv1.2',
        suites: [
          'TLS_ECDHE_ECDSA_WITH_AES_256_CCM',
          'TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8',
          'TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256',
          'TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256',
        ],
        serverOrder: true,
        groups: ['brainpoolP256r1', 'secp256r1'],
      },
    ],
  },
  {
    title: 'a key shared before',
    options: {
      ...rsaKeys,
      ...tls12,
      ...ordered,
      ciphers: 'PSK-AES128-GCM-SHA256:ECDHE-PSK-AES128-CBC-SHA256:RSA-PSK-AES128-GCM-SHA256',
      ecdhCurve: 'P-256',
      pskCallback: () => Buffer.alloc(16, 1),
    },
    protocols: [
      {
        name: 'TLSv1.2',
        suites: ['TLS_PSK_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_PSK_WITH_AES_128_CBC_SHA256', 'TLS_RSA_PSK_WITH_AES_128_GCM_SHA256'],
        serverOrder: true,
        groups: ['secp256r1'],
      },
    ],
  },
];

/** A server of a configuration. What its clients break off it takes. */
export function openTlsServer(options: TlsOptions): Server {
  // What is no HTTP is said at once, so that nobody waits for an answer.
  const server = createServer(options, (socket) => socket.on('error', () => {}).once('data', () => socket.end('no HTTP\r\n'))).on(
    'tlsClientError',
    () => {},
  );
  return server.on('connection', (socket) => socket.on('error', () => {}));
}

/** A mail server that speaks TLS once it is asked to (RFC 3207). */
export function openMailServer(options: TlsOptions): Server {
  return createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    const hear = (bytes: Buffer) => {
      if (bytes.toString().startsWith('EHLO')) return socket.write('250-mail.example\r\n250 STARTTLS\r\n');
      socket.off('data', hear);
      socket.write('220 Go ahead\r\n');
      return new TLSSocket(socket, { ...options, isServer: true }).on('error', () => {}).resume();
    };
    socket.on('data', hear);
  });
}
