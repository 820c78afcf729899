import { createServer as createHttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer, type TlsOptions } from 'node:tls';
import type { Severity } from '@castellan/probes/report';
import { certify, certifyStatus, type LabCertificate } from './certificate-lab.ts';

/** The name that the lab's servers are asked by. */
export const labName = 'shop.example';

const root = certify({ name: 'Lab Root', isAuthority: true });
const middle = certify({ name: 'Lab Intermediate', issuer: root, isAuthority: true });
const names = [labName, '127.0.0.1'];
const responder = 'http://ocsp.lab.example/';
const usual = certify({ name: labName, issuer: root, names, responder });
const stapleOf = (of: LabCertificate, status: 'good' | 'revoked') => certifyStatus({ of, issuer: root, status });

/** The lab's own authority, as PEM. */
export const labRoot = root.cert;

/** One server: what it was told to be, and what a report must say of it. */
export type LabServer = {
  readonly title: string;
  readonly open: () => Server;
  /** Asked by its address, without a name. */
  readonly byAddress?: true;
  readonly grade: string | null;
  readonly verdict?: RegExp;
  /** Checks by their state. */
  readonly failed?: readonly string[];
  readonly passed?: readonly string[];
  readonly unseen?: readonly string[];
  /** Severities of findings, by their ids. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** What a finding's evidence names. */
  readonly evidence?: RegExp;
};

const page = (hsts: boolean) =>
  `HTTP/1.1 200 OK\r\n${hsts ? 'Strict-Transport-Security: max-age=31536000\r\n' : ''}Content-Length: 0\r\nConnection: close\r\n\r\n`;

type Told = { readonly hsts?: boolean; readonly staple?: Buffer | undefined; readonly afterMs?: number; readonly tls?: TlsOptions };

/** An HTTP/1.1 server with this certificate. */
function speak(certificate: LabCertificate, { hsts = true, staple, afterMs = 0, tls = {} }: Told = {}): Server {
  const chain = { key: certificate.key, cert: certificate.cert };
  const server = createServer({ ...chain, ecdhCurve: 'X25519:P-256', ...tls }, (socket) =>
    socket.on('error', () => {}).once('data', () => setTimeout(() => socket.end(page(hsts)), afterMs)),
  );
  server.on('OCSPRequest', (_certificate, _issuer, answer) => answer(null, staple ?? Buffer.alloc(0)));
  return quiet(server);
}

function quiet<Quiet extends Server>(server: Quiet): Quiet {
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  server.on('tlsClientError', () => {});
  return server;
}

/** A server of HTTP/2 alone: it agrees on no other protocol. */
function speakHttp2(hsts: boolean | 'silent'): Server {
  const server = createSecureServer({ key: usual.key, cert: usual.cert, ecdhCurve: 'X25519', allowHTTP1: false });
  server.on('sessionError', () => {});
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    if (hsts === 'silent') stream.close(7);
    else stream.respond({ ':status': 200, ...(hsts ? { 'strict-transport-security': 'max-age=31536000' } : {}) }, { endStream: true });
  });
  return quiet(server as unknown as Server);
}

/** Refuses who names no host, by the alert that is for it, as nginx does with `ssl_reject_handshake`. */
function refuseNameless(): Server {
  const inner = speak(usual).listen(0, '127.0.0.1');
  const outer = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (hello) => {
      // unrecognized_name, fatal.
      if (!hello.includes(labName)) return socket.end(Uint8Array.of(21, 3, 1, 0, 2, 2, 112));
      const address = inner.address();
      const onward = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1').on('error', () => {});
      onward.on('close', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      onward.write(hello);
      return socket.pipe(onward).pipe(socket);
    });
  });
  return outer.on('close', () => inner.close());
}

/** Chooses a group that no library here speaks, whatever it is offered: a draft of 2023. */
function chooseUnreadable(): Server {
  const hello = (session: Buffer) => {
    const extensions = Buffer.from('002b0002030400330002639' + '9', 'hex');
    // A HelloRetryRequest (RFC 8446 §4.1.3): its random says so.
    const random = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');
    const body = Buffer.concat([
      Buffer.from('0303', 'hex'),
      random,
      Buffer.from([session.length]),
      session,
      Buffer.from('130100', 'hex'),
      Buffer.from([0, extensions.length]),
      extensions,
    ]);
    return Buffer.concat([Buffer.from([22, 3, 3, 0, body.length + 4, 2, 0, 0, body.length]), body]);
  };
  return createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => socket.end(hello(bytes.subarray(44, 44 + (bytes[43] ?? 0)))));
  });
}

/** Every server of the lab. */
export const tlsLab: readonly LabServer[] = [
  {
    title: 'everything in order, with a good staple',
    open: () => speak(usual, { staple: stapleOf(usual, 'good') }),
    grade: 'A+',
    verdict: /^Sound: nothing left to improve\.$/,
    passed: ['revoked', 'no-staple', 'staple-refused', 'no-hsts', 'untrusted', 'expired', 'wrong-name', 'incomplete-chain'],
  },
  {
    title: 'no staple: revocation was not looked at',
    open: () => speak(usual),
    grade: 'A+',
    verdict: /^Sound: .* Not looked at: revocation \(no OCSP response was stapled\)/,
    failed: ['no-staple'],
    unseen: ['revoked', 'staple-refused'],
  },
  {
    title: 'revoked, by its own staple',
    open: () => speak(usual, { staple: stapleOf(usual, 'revoked') }),
    grade: 'F',
    verdict: /revoked/,
    failed: ['revoked'],
    evidence: /Revoked .*: key compromise$/,
  },
  {
    title: 'revoked, in TLS 1.2',
    open: () => speak(usual, { staple: stapleOf(usual, 'revoked'), tls: { maxVersion: 'TLSv1.2' } }),
    grade: 'F',
    failed: ['revoked'],
  },
  {
    title: 'a staple of days ago',
    open: () => speak(usual, { staple: certifyStatus({ of: usual, issuer: root, status: 'good', from: -9, until: -2 }) }),
    grade: 'B',
    failed: ['staple-refused'],
    unseen: ['revoked'],
    evidence: /^It expired/,
  },
  {
    title: 'must-staple without a staple',
    open: () => speak(certify({ name: labName, issuer: root, names, responder, mustStaple: true })),
    grade: 'B',
    verdict: /^OCSP Must-Staple without a stapled response\./,
    failed: ['must-staple'],
  },
  {
    title: 'a common name, and no other',
    open: () => speak(certify({ name: labName, issuer: root })),
    grade: 'M',
    failed: ['no-alternative-name', 'wrong-name'],
  },
  {
    title: 'a server with an authority’s certificate',
    open: () => speak(certify({ name: labName, issuer: root, names, isAuthority: true })),
    grade: 'B',
    failed: ['authority-as-server'],
  },
  {
    title: 'the intermediate is not sent',
    open: () => speak(certify({ name: labName, issuer: middle, names, issuerUrl: 'http://lab.example/middle.crt' })),
    grade: 'T',
    failed: ['incomplete-chain', 'untrusted'],
    unseen: ['chain-order'],
    evidence: /^Missing: Lab Intermediate, the issuer of shop\.example \(http:\/\/lab\.example\/middle\.crt\)/,
  },
  {
    title: 'expired',
    open: () => speak(certify({ name: labName, issuer: root, names, from: -90, until: -1 })),
    grade: 'T',
    failed: ['expired'],
  },
  {
    title: 'not begun',
    open: () => speak(certify({ name: labName, issuer: root, names, from: 5, until: 90 })),
    grade: 'T',
    failed: ['expired'],
    evidence: /^Valid from/,
  },
  {
    // Our handshakes allow what OpenSSL's security levels refuse, so that such a certificate is read and judged.
    title: 'signed with SHA-1',
    open: () => speak(certify({ name: labName, issuer: root, names, hash: 'sha1' }), { tls: { ciphers: 'DEFAULT@SECLEVEL=0' } }),
    grade: 'T',
    verdict: /^A certificate is signed with SHA-1\./,
    failed: ['weak-signature'],
    passed: ['certificate', 'untrusted', 'expired', 'wrong-name', 'weak-key'],
    severities: { 'weak-signature': 'high' },
    evidence: /^shop\.example: ecdsa-with-SHA1$/,
  },
  {
    title: 'an intermediate that is signed with SHA-1',
    open: () => {
      const weak = certify({ name: 'Lab Old Intermediate', issuer: root, isAuthority: true, hash: 'sha1' });
      const leaf = certify({ name: labName, issuer: weak, names });
      return speak({ ...leaf, cert: `${leaf.cert}${weak.cert}` }, { tls: { ciphers: 'DEFAULT@SECLEVEL=0' } });
    },
    grade: 'T',
    failed: ['weak-signature'],
    passed: ['certificate', 'untrusted', 'chain-order'],
    evidence: /^Lab Old Intermediate: ecdsa-with-SHA1$/,
  },
  {
    title: 'signed by RSASSA-PSS with SHA-1, which its name does not tell',
    open: () => {
      const rsa = certify({ name: 'Lab RSA Intermediate', issuer: root, isAuthority: true, rsaBits: 2048 });
      const leaf = certify({ name: labName, issuer: rsa, names });
      return speak({ ...leaf, cert: `${leaf.cert}${rsa.cert}` }, { tls: { ciphers: 'DEFAULT@SECLEVEL=0' } });
    },
    grade: 'T',
    failed: ['weak-signature'],
    passed: ['certificate', 'untrusted'],
    evidence: /^shop\.example: RSASSA-PSS with SHA-1$/,
  },
  {
    title: 'a key of RSA 1024',
    open: () => speak(certify({ name: labName, issuer: root, names, rsaBits: 1024 }), { tls: { ciphers: 'DEFAULT@SECLEVEL=0' } }),
    grade: 'B',
    verdict: /^The certificate key is weak\./,
    failed: ['weak-key'],
    passed: ['certificate', 'untrusted', 'expired', 'wrong-name', 'weak-signature'],
    severities: { 'weak-key': 'medium' },
    evidence: /^RSA 1024 of shop\.example$/,
  },
  {
    title: 'a key of RSA 768',
    open: () => speak(certify({ name: labName, issuer: root, names, rsaBits: 768 }), { tls: { ciphers: 'DEFAULT@SECLEVEL=0' } }),
    grade: 'F',
    verdict: /^The certificate key is insecure\./,
    failed: ['weak-key'],
    passed: ['certificate', 'untrusted'],
    severities: { 'weak-key': 'high' },
  },
  {
    title: 'a key of RSA 512, in TLS 1.2',
    open: () =>
      speak(certify({ name: labName, issuer: root, names, rsaBits: 512 }), {
        tls: { ciphers: 'DEFAULT@SECLEVEL=0', maxVersion: 'TLSv1.2' },
      }),
    grade: 'F',
    failed: ['weak-key'],
    passed: ['certificate', 'untrusted'],
    severities: { 'weak-key': 'critical' },
  },
  {
    title: 'expired, behind a group that few speak',
    open: () =>
      speak(certify({ name: labName, issuer: root, names, from: -90, until: -1 }), {
        tls: { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe4096' },
      }),
    grade: 'T',
    failed: ['expired'],
  },
  {
    title: 'expired, behind suites that few speak',
    open: () =>
      speak(certify({ name: labName, issuer: root, names, from: -90, until: -1 }), {
        tls: { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_SHA256' },
      }),
    grade: 'T',
    failed: ['expired'],
  },
  {
    title: 'a group that nobody here speaks',
    open: chooseUnreadable,
    grade: null,
    verdict: /^No grade: the certificate could not be seen: the handshake failed/,
    unseen: ['certificate', 'untrusted', 'expired', 'wrong-name', 'revoked', 'weak-key', 'chain-order', 'no-hsts'],
  },
  {
    title: 'a key that was shared before',
    open: () =>
      speak(usual, {
        tls: {
          minVersion: 'TLSv1.2',
          maxVersion: 'TLSv1.2',
          ciphers: 'ECDHE-PSK-CHACHA20-POLY1305:DHE-PSK-AES256-GCM-SHA384:PSK-AES128-GCM-SHA256',
          pskCallback: () => Buffer.alloc(16, 1),
        },
      }),
    grade: null,
    verdict: /certificate .*pre-shared key \(PSK\) cipher suites only/,
    unseen: ['certificate', 'untrusted', 'expired', 'wrong-name'],
  },
  {
    title: 'a client certificate is wanted',
    open: () => speak(usual, { tls: { requestCert: true, rejectUnauthorized: true } }),
    grade: 'A',
    verdict: /^A, but HSTS could not be read: /,
    passed: ['untrusted', 'expired', 'wrong-name'],
    unseen: ['no-hsts'],
  },
  {
    title: 'HTTP/2 alone, with HSTS',
    open: () => speakHttp2(true),
    grade: 'A+',
    passed: ['no-hsts'],
  },
  { title: 'HTTP/2 alone, without HSTS', open: () => speakHttp2(false), grade: 'A-', failed: ['no-hsts'] },
  {
    title: 'HTTP/2 alone, and no answer',
    open: () => speakHttp2('silent'),
    grade: 'A',
    verdict: /^A, but HSTS could not be read: the server speaks HTTP\/2 only and did not answer the request\./,
    unseen: ['no-hsts'],
  },
  {
    title: 'an answer after a second, without HSTS',
    open: () => speak(usual, { hsts: false, afterMs: 1_000 }),
    grade: 'A-',
    failed: ['no-hsts'],
  },
  {
    title: 'a name is wanted, and none is given',
    open: refuseNameless,
    byAddress: true,
    grade: null,
    verdict: /the server requires a server name \(SNI\); inspect it by its host name\.$/,
    unseen: ['certificate'],
  },
  {
    title: 'a name is wanted, and given',
    open: refuseNameless,
    grade: 'A+',
    failed: ['other-without-name'],
    evidence: /connection is refused/,
  },
  {
    title: 'another certificate for those who give no name',
    open: () => {
      const fallback = certify({ name: 'other.example', names: ['other.example'], from: -90, until: -1 });
      const context = createSecureContext({ key: usual.key, cert: usual.cert });
      return speak(fallback, { tls: { SNICallback: (name, done) => done(null, name === labName ? context : undefined) } });
    },
    grade: 'A+',
    passed: ['expired', 'untrusted', 'wrong-name'],
    failed: ['other-without-name'],
    evidence: /^other\.example$/,
  },
  {
    title: 'plain HTTP',
    open: () => createHttpServer((_request, response) => response.end()) as unknown as Server,
    grade: null,
    verdict: /^The port speaks plain text instead of TLS\.$/,
    failed: ['plain-text'],
    unseen: ['certificate'],
    evidence: /^HTTP\/1\.1 400 Bad Request$/,
  },
  {
    title: 'TLS 1.0',
    open: () => speak(usual, { tls: { minVersion: 'TLSv1', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' } }),
    grade: 'B',
    failed: ['old-tls'],
  },
];
