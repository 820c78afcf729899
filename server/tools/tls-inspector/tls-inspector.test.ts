import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { BlockList, createServer as createTcpServer, type Server } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { systemClock } from '@castellan/foundation/clock';
import { afterEach, expect, test } from 'vitest';
import { fewestMs } from '../../../tests/support/cpu-time.ts';
import { selfSigned } from '../../../tests/support/self-signed.ts';
import { createDns } from '../../adapters/dns.ts';
import { createEgress } from '../../adapters/egress.ts';
import { createSockets } from '../../adapters/sockets.ts';
import { tlsSessions } from '../../adapters/tls-sessions.ts';
import { prepareRun, runProbe } from '../tool.ts';
import { readHsts } from './look-at-sessions.ts';
import { tlsInspectorTool } from './tls-inspector-tool.ts';

const rsa = selfSigned(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const ec = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));

const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);
const ports = {
  sockets: createSockets({ allowedNetworks }),
  egress: createEgress({ allowedNetworks }),
  tlsSessions,
  dns: createDns({ allowedNetworks }),
  clock: systemClock,
  randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const listenTls = (options: TlsOptions) => listen(createServer(options).on('tlsClientError', () => {}));

async function inspect(port: number, signal = new AbortController().signal, options: object = {}) {
  const { probe } = tlsInspectorTool;
  if (probe === undefined) throw new Error('no probe');
  const prepared = prepareRun(probe, `127.0.0.1:${port}`, options);
  if (!prepared.ok) throw new Error(prepared.failure.message);
  return runProbe({ ...tlsInspectorTool, probe }, prepared.value, { ports, signal, say: () => {} });
}

/** What Node is told, and what a report must then say. */
const configurations: readonly (readonly [string, TlsOptions, readonly object[]])[] = [
  [
    'TLS 1.3 alone, two groups',
    { ...rsa, minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768:P-256' },
    [
      {
        name: 'TLSv1.3',
        suites: ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
        serverOrder: true,
        groups: ['X25519MLKEM768', 'secp256r1'],
      },
    ],
  ],
  [
    'TLS 1.2 alone, two suites, the server’s order',
    {
      ...ec,
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384',
      honorCipherOrder: true,
      ecdhCurve: 'P-384',
    },
    [
      {
        name: 'TLSv1.2',
        suites: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
        serverOrder: true,
        groups: ['secp384r1'],
      },
    ],
  ],
  [
    'TLS 1.0 and 1.1, no forward secrecy',
    { ...rsa, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'AES128-SHA:AES256-SHA@SECLEVEL=0', honorCipherOrder: true },
    ['TLSv1.0', 'TLSv1.1'].map((name) => ({
      name,
      suites: ['TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_256_CBC_SHA'],
      serverOrder: true,
      groups: [],
    })),
  ],
  [
    'ephemeral Diffie-Hellman, chosen by the client',
    {
      ...rsa,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers: 'DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384',
      honorCipherOrder: false,
      dhparam: 'auto',
    },
    [
      {
        name: 'TLSv1.2',
        suites: ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
        serverOrder: false,
        groups: [],
        dhBits: 2048,
      },
    ],
  ],
];

test.each(configurations)('%s: the report is what was configured', async (_title, options, protocols) => {
  const report = await inspect(await listenTls(options));
  expect(report).toMatchObject({ ok: true, value: { tool: 'tls-inspector', grade: 'T', chains: [{ matchesName: true }] } });
  expect(report.ok && 'protocols' in report.value && report.value.protocols).toEqual(protocols);
});

test('a server with keys of two kinds shows both certificates', async () => {
  const report = await inspect(await listenTls({ key: [rsa.key, ec.key], cert: [rsa.cert, ec.cert], minVersion: 'TLSv1.2' }));
  const kinds =
    report.ok && 'certificates' in report.value
      ? (report.value.certificates as readonly { key: { kind: string } }[]).map(({ key }) => key.kind)
      : [];
  expect(kinds.toSorted()).toEqual(['EC', 'RSA']);
});

test.each([
  ['hangs up', (): Server => createTcpServer((socket) => socket.destroy())],
  ['says something else', (): Server => createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ['floods', (): Server => createTcpServer((socket) => socket.write(Buffer.alloc(4_000_000, 0x16)))],
])('a server that %s speaks no TLS', async (_title, create) => {
  const report = await inspect(await listen(create()));
  expect(report).toMatchObject({
    ok: true,
    value: { verdict: 'It answers, and speaks no TLS that was tried.', protocols: [], grade: 'F' },
  });
});

test('a cancelled inspection ends at once, with every socket closed', async () => {
  const cancelled = async () => {
    const open = new Set<object>();
    const enough = Promise.withResolvers<void>();
    // It takes connections and never answers.
    const silent = createTcpServer((socket) => {
      open.add(socket);
      socket.resume();
      socket.once('close', () => open.delete(socket));
      if (open.size >= 3) enough.resolve();
    });
    const port = await listen(silent);
    const cancel = new AbortController();
    const running = inspect(port, cancel.signal);
    await enough.promise;
    const cancelledAt = performance.now();
    cancel.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    await expect.poll(() => open.size, { interval: 5 }).toBe(0);
    return performance.now() - cancelledAt;
  };
  expect(await fewestMs(250, cancelled)).toBeLessThan(250);
});

test('STARTTLS of a mail server is taken, and missed where there is none', async () => {
  const mail = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (bytes) => socket.write(bytes.toString().startsWith('EHLO') ? '250-mail.example\r\n250 HELP\r\n' : '502 No\r\n'));
  });
  const port = await listen(mail);
  expect(await inspect(port, undefined, { starttls: 'smtp' })).toMatchObject({
    ok: false,
    failure: { code: 'unreachable', message: expect.stringContaining('STARTTLS') },
  });
});

test.each([
  ['HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n\r\n', 31_536_000],
  ['HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n', 0],
  ['HTTP/1.0 200 OK\r\nstrict-transport-security: includeSubDomains; max-age="60"\r\n\r\n', 60],
  ['SSH-2.0-OpenSSH\r\n', undefined],
])('%j says %s of HSTS', (answer, expected) => {
  expect(readHsts(answer)).toBe(expected);
});
