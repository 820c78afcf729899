import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { createSockets } from '../../../server/adapters/sockets.ts';
import { runTool } from '../../../server/commands/tool/run-tool.ts';
import { listenForTest } from '../../../tests/support/listen.ts';
import { certify } from '../../../tests/support/tls/certificate-lab.ts';
import { loopback, openToolPorts } from '../../../tests/support/tool-runs.ts';
import { tlsInspectorTool } from './tls-inspector-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-ca-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ownRoot = certify({ name: 'Own Root', isAuthority: true });
const otherRoot = certify({ name: 'Other Root', isAuthority: true });
const leaf = certify({ name: 'shop.example', issuer: ownRoot, names: ['shop.example'] });

/** Runs the command on a server whose certificate the own root signed, with a file of this text, or these bytes, for `--ca`. */
async function inspect(given: string | Uint8Array | undefined, name = 'ca.pem') {
  const path = join(folder, name);
  if (given !== undefined) writeFileSync(path, given);
  const server = createServer({ key: leaf.key, cert: leaf.cert, ecdhCurve: 'X25519' }, (socket: TLSSocket) =>
    socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n')),
  ).on('tlsClientError', () => {});
  const port = await listenForTest(server);
  const sockets = createSockets({ allowedNetworks: loopback, resolve: async () => ['127.0.0.1'] });
  const said = { out: '', err: '' };
  const code = await runTool(['tls-inspector', `shop.example:${port}`, '--ca', path, '--fail-on', 'critical', '--json'], {
    tools: [tlsInspectorTool],
    openPorts: () => openToolPorts(loopback, { sockets }),
    readInput: async (file) => new Uint8Array(readFileSync(file)),
    print: (text) => {
      said.out += text;
    },
    tell: (text) => {
      said.err += text;
    },
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { code, ...said, report: said.out === '' ? undefined : (JSON.parse(said.out) as { readonly grade: string }) };
}

test.each([
  ['one certificate', ownRoot.cert],
  [
    'a bundle, with text around its certificates, as a CA hands it out',
    `# Other\n${otherRoot.cert}\n# Own\r\n${ownRoot.cert.replaceAll('\n', '\r\n')}`,
  ],
])('--ca FILE trusts %s: exit code 0, and a grade that says so', async (_title, text) => {
  expect(await inspect(text)).toMatchObject({ code: 0, report: { grade: 'A-' } });
});

test('a private CA that did not sign the chain trusts nothing', async () => {
  expect(await inspect(otherRoot.cert)).toMatchObject({ code: 1, report: { grade: 'T' } });
});

test.each([
  ['a text that is no certificate', 'hello', 'The private CA contains no certificate in PEM format.'],
  ['DER', new Uint8Array(ownRoot.der), 'The private CA contains no certificate in PEM format.'],
  ['a private key beside its certificate', `${ownRoot.cert}${ownRoot.key}`, 'contains a private key. Give its certificates only.'],
  [
    'a bundle whose second certificate is cut off',
    `${ownRoot.cert}${otherRoot.cert.slice(0, 300)}`,
    'Certificate 2 of the private CA is incomplete',
  ],
  [
    'a certificate with other bytes than DER inside',
    `-----BEGIN CERTIFICATE-----\nMIIB${'A'.repeat(96)}\n-----END CERTIFICATE-----\n`,
    'Certificate 1 of the private CA is incomplete or damaged.',
  ],
  ['more than ten certificates have', 'x'.repeat(65_537), 'Option ca: more than 65,536 characters'],
])('--ca FILE with %s is refused with its reason, and nothing is inspected', async (_title, given, reason) => {
  const { code, out, err } = await inspect(given);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(reason);
});

test('--ca FILE that is not there is named', async () => {
  const { code, err } = await inspect(undefined, 'absent.pem');
  expect(code).toBe(2);
  expect(err).toContain('absent.pem cannot be read.');
});
