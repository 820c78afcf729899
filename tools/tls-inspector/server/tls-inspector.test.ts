import { createServer as createTcpServer, type Server } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { expect, test } from 'vitest';
import { readHttpHead } from '../../../server/adapters/http-head.ts';
import { fewestMs } from '../../../tests/support/cpu-time.ts';
import { listenForTest } from '../../../tests/support/listen.ts';
import { configuredServers, ecKeys, openMailServer, openTlsServer, rsaKeys } from '../../../tests/support/tls/tls-servers.ts';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import { readHsts } from './look-at-sessions.ts';
import { tlsInspectorTool } from './tls-inspector-tool.ts';

const listenTls = (options: TlsOptions) => listenForTest(openTlsServer(options));

const inspect = (port: number, signal?: AbortSignal, options: object = {}) =>
  runToolOn(tlsInspectorTool, `127.0.0.1:${port}`, options, openToolPorts(), signal);

test.each(configuredServers)('$title: the report is what was configured', async ({ options, protocols, grade = 'T' }) => {
  const report = await inspect(await listenTls(options));
  const chains = grade === null ? [] : [{ matchesName: true }];
  expect(report).toMatchObject({ ok: true, value: { tool: 'tls-inspector', grade, chains: { ...chains } } });
  expect(report.ok && 'protocols' in report.value && report.value.protocols).toEqual(protocols);
});

test('a server with keys of two kinds shows both certificates', async () => {
  const report = await inspect(
    await listenTls({ key: [rsaKeys.key, ecKeys.key], cert: [rsaKeys.cert, ecKeys.cert], minVersion: 'TLSv1.2' }),
  );
  const kinds =
    report.ok && 'certificates' in report.value
      ? (report.value.certificates as readonly { key: { kind: string } }[]).map(({ key }) => key.kind)
      : [];
  expect(kinds.toSorted()).toEqual(['EC', 'RSA']);
});

const unseen = { state: 'not_looked_at' };

test.each([
  [
    'hangs up',
    'No TLS protocol could be negotiated: the server does not answer a ClientHello',
    (): Server => createTcpServer((socket) => socket.destroy()),
  ],
  ['floods', 'No TLS protocol could be negotiated', (): Server => createTcpServer((socket) => socket.write(Buffer.alloc(4_000_000, 0x16)))],
])('a server that %s has no grade, and nothing passes', async (_title, verdict, create) => {
  const report = await inspect(await listenForTest(create()));
  expect(report).toMatchObject({
    ok: true,
    value: { verdict: expect.stringContaining(verdict), protocols: [], grade: null, checks: [unseen, unseen] },
  });
  expect(report).not.toHaveProperty('value.mark');
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
    const port = await listenForTest(silent);
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

test('STARTTLS of a mail server is taken: what it offers behind it is what was configured', async () => {
  const ciphers = 'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256';
  const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  const port = await listenForTest(openMailServer({ ...rsaKeys, ...versions, ciphers, ecdhCurve: 'P-256', honorCipherOrder: true }));
  const report = await inspect(port, undefined, { starttls: 'smtp' });
  expect(report.ok && 'protocols' in report.value && report.value.protocols).toEqual([
    {
      name: 'TLSv1.2',
      suites: ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
      serverOrder: true,
      groups: ['secp256r1'],
    },
  ]);
  // Senders by opportunistic TLS do not verify what clients of a web server refuse.
  expect(report.ok && report.value.findings.find(({ id }) => id === 'untrusted')).toMatchObject({
    severity: 'medium',
    why: expect.stringContaining('opportunistic'),
  });
});

test('a mail server without STARTTLS is told', async () => {
  const mail = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (bytes) => socket.write(bytes.toString().startsWith('EHLO') ? '250-mail.example\r\n250 HELP\r\n' : '502 No\r\n'));
  });
  const port = await listenForTest(mail);
  expect(await inspect(port, undefined, { starttls: 'smtp' })).toMatchObject({
    ok: false,
    failure: { code: 'unreachable', message: expect.stringContaining('STARTTLS') },
  });
});

test.each([
  ['HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n\r\n', { maxAge: 31_536_000 }],
  ['HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n', { maxAge: 0 }],
  ['HTTP/1.0 200 OK\r\nstrict-transport-security: includeSubDomains; max-age="60"\r\n\r\n', { maxAge: 60 }],
  ['HTTP/1.1 400 Bad Request\r\n\r\n', { reason: 'the page answered with status 400' }],
  ['SSH-2.0-OpenSSH\r\n', { reason: 'no answer to the HTTP request in time' }],
])('%j says %j of HSTS', (answer, expected) => {
  expect(readHsts(readHttpHead(answer, 'strict-transport-security'))).toEqual(expected);
});
