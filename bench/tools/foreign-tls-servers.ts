import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfiguredProtocol, rsaKeys } from '../../tests/support/tls/tls-servers.ts';

/** A server of another program, with what a report must say of it; without that, only the peers are compared with. */
export type ForeignServer = {
  readonly title: string;
  readonly protocols?: readonly ConfiguredProtocol[];
  /** Starts it; rejects where the program is not there. */
  readonly open: () => Promise<{ readonly port: number; readonly close: () => void }>;
};

const folder = mkdtempSync(join(tmpdir(), 'castellan-tls-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const place = (name: string) => join(folder, name);

function portOf(child: ChildProcess, pattern: RegExp): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    const port = Number(pattern.exec(said)?.[1]);
    if (port > 0) resolve(port);
  });
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  return promise;
}

function openSsl(
  title: string,
  keys: 'rsa' | 'ed25519',
  given: readonly string[],
  protocols: readonly ConfiguredProtocol[],
): ForeignServer {
  return {
    title: `openssl s_server: ${title}`,
    protocols,
    open: async () => {
      const env = { ...process.env, OPENSSL_CONF: '/dev/null' };
      const files = ['-key', place(`${keys}.key`), '-cert', place(`${keys}.crt`)];
      if (keys === 'rsa') {
        writeFileSync(place('rsa.key'), rsaKeys.key);
        writeFileSync(place('rsa.crt'), rsaKeys.cert);
      } else {
        const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
        execFileSync(
          'openssl',
          ['req', '-x509', '-newkey', 'ed25519', '-nodes', ...subject, '-keyout', place('ed25519.key'), '-out', place('ed25519.crt')],
          {
            stdio: 'ignore',
          },
        );
      }
      // Its input stays open: it ends with it.
      const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', ...files, ...given], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env,
      });
      return { port: await portOf(child, /ACCEPT [^\n]*:(\d+)/), close: () => child.kill() };
    },
  };
}

const old = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'];

/** Servers of the distribution's OpenSSL. */
export const openSslServers: readonly ForeignServer[] = [
  openSsl(
    'TLS 1.3, CCM, the server’s order',
    'rsa',
    [
      '-tls1_3',
      '-serverpref',
      '-ciphersuites',
      'TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256',
      '-groups',
      'X25519:P-384',
    ],
    [
      {
        name: 'TLSv1.3',
        suites: ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_CCM_SHA256', 'TLS_AES_128_CCM_8_SHA256'],
        serverOrder: true,
        groups: ['x25519', 'secp384r1'],
      },
    ],
  ),
  openSsl(
    'TLS 1.2, DHE before ECDHE',
    'rsa',
    ['-tls1_2', '-serverpref', '-cipher', 'DHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384', '-groups', 'P-521:P-256'],
    [
      {
        name: 'TLSv1.2',
        suites: ['TLS_DHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
        serverOrder: true,
        groups: ['secp521r1', 'secp256r1'],
        dhBits: 2048,
      },
    ],
  ),
  openSsl(
    'TLS 1.0 and 1.1, chosen by the client',
    'rsa',
    ['-no_tls1_3', '-no_tls1_2', '-cipher', 'AES256-SHA:AES128-SHA:@SECLEVEL=0'],
    ['TLSv1.0', 'TLSv1.1'].map((name) => ({
      name,
      suites: ['TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_256_CBC_SHA'],
      serverOrder: false,
      groups: [],
    })),
  ),
  openSsl(
    'a client certificate is wanted',
    'rsa',
    ['-tls1_3', '-Verify', '1', '-ciphersuites', 'TLS_AES_128_GCM_SHA256', '-groups', 'P-256'],
    [{ name: 'TLSv1.3', suites: ['TLS_AES_128_GCM_SHA256'], serverOrder: false, groups: ['secp256r1'] }],
  ),
  openSsl(
    'an Ed25519 certificate',
    'ed25519',
    ['-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-GCM-SHA256', '-groups', 'X25519'],
    [{ name: 'TLSv1.2', suites: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'], serverOrder: false, groups: ['x25519'] }],
  ),
];

const program = `var o = JSON.parse(process.argv[1]); var s = require('tls').createServer(o, function (c) { c.on('error', function () {}); });
  s.on('clientError', function () {}); s.listen(0, '127.0.0.1', function () { console.log(s.address().port); });`;

/** Servers of an old Node (0.12, OpenSSL 1.0.1), whose path is given. */
export function oldNodeServers(path: string): readonly ForeignServer[] {
  const server = (title: string, options: object, protocols?: readonly ConfiguredProtocol[]): ForeignServer => ({
    title: `OpenSSL 1.0.1: ${title}`,
    ...(protocols === undefined ? {} : { protocols }),
    open: async () => {
      const given = JSON.stringify({ ...rsaKeys, ...options });
      const child = spawn(path, ['--enable-ssl3', '-e', program, given], { stdio: ['ignore', 'pipe', 'inherit'] });
      return { port: await portOf(child, /(\d+)\n/), close: () => child.kill() };
    },
  });
  const inAll = (suites: readonly string[]) => old.map((name) => ({ name, suites, serverOrder: true, groups: [] }));
  return [
    server(
      'RC4 and 3DES, the server’s order',
      { ciphers: 'RC4-SHA:RC4-MD5:DES-CBC3-SHA', honorCipherOrder: true },
      inAll(['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_RC4_128_MD5', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA']),
    ),
    server(
      'IDEA, SEED and Camellia',
      { ciphers: 'IDEA-CBC-SHA:SEED-SHA:CAMELLIA128-SHA', honorCipherOrder: true },
      inAll(['TLS_RSA_WITH_IDEA_CBC_SHA', 'TLS_RSA_WITH_SEED_CBC_SHA', 'TLS_RSA_WITH_CAMELLIA_128_CBC_SHA']),
    ),
    server('SSLv3 alone', { ciphers: 'AES256-SHA:RC4-SHA', honorCipherOrder: true, secureProtocol: 'SSLv3_method' }, [
      { name: 'SSLv3', suites: ['TLS_RSA_WITH_AES_256_CBC_SHA', 'TLS_RSA_WITH_RC4_128_SHA'], serverOrder: true, groups: [] },
    ]),
    server('SSLv3 to TLS 1.2, every suite', { ciphers: 'ALL:COMPLEMENTOFALL' }),
  ];
}
