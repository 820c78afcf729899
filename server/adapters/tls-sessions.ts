import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, getCACertificates, rootCertificates, type TLSSocket } from 'node:tls';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { askHead, type HeadRequest, type HttpHead } from './http-head.ts';

/** What a real handshake of this machine's own TLS showed. */
export type TlsSession = {
  /** Certificates (DER), the server's own first, then each one's issuer as far as it is known, roots of the store included. */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
  /** Why the chain leads to no root of Mozilla's store, in OpenSSL's words; `undefined` where it does. Names are not looked at. */
  readonly distrust: string | undefined;
  readonly protocol: string;
  readonly suite: string;
  readonly applicationProtocol: string | undefined;
  /** The stapled OCSP response (DER). */
  readonly staple: Uint8Array<ArrayBuffer> | undefined;
  /** The open session. Who asked for it closes it. */
  readonly socket: TLSSocket;
};

/** How a session is to be opened, besides accepting whatever the server offers. */
export type TlsWish = {
  /** The name asked for; none for an address. */
  readonly serverName?: string;
  /** Signature algorithms, in OpenSSL's spelling: chooses among a server's certificates. */
  readonly signatures?: string;
  readonly applicationProtocols?: readonly string[];
  /** Roots of a private authority, as PEM, which are trusted beside Mozilla's. */
  readonly trusted?: readonly string[];
  readonly timeoutMs: number;
};

/** Speaks TLS over a socket that the guard opened. Certificates are looked at, not required to be trusted. */
export type TlsSessions = {
  readonly open: (
    socket: Socket,
    wish: TlsWish,
  ) => Promise<Result<TlsSession, { readonly code: 'handshake_failed'; readonly reason: string }>>;
  /** Asks for the head of the page at `/` over an open session, and closes it. `undefined`: nothing that is HTTP came in time. */
  readonly askHead: (socket: TLSSocket, request: HeadRequest) => Promise<HttpHead | undefined>;
  /** The roots that this machine's own TLS trusts (Mozilla's store), as PEM. */
  readonly roots: readonly string[];
};

/** TLS as this Node speaks it, with everything allowed that it still knows. Never rejects; a failed handshake closes the socket. */
export const tlsSessions: TlsSessions = {
  roots: rootCertificates,
  askHead,
  open: (socket, wish) => {
    const opened = Promise.withResolvers<Awaited<ReturnType<TlsSessions['open']>>>();
    let staple: Uint8Array<ArrayBuffer> | undefined;
    const session = connect(optionsFor(socket, wish));
    const stop = (reason: string) => {
      clearTimeout(giveUp);
      session.destroy();
      socket.destroy();
      opened.resolve(fail({ code: 'handshake_failed', reason }));
    };
    const giveUp = setTimeout(() => stop('timed out'), wish.timeoutMs);
    session.on('OCSPResponse', (response: Buffer | null) => {
      if (response !== null && response.length > 0) staple = new Uint8Array(response);
    });
    session.on('error', (error: Error & { readonly code?: string }) => stop(error.code ?? 'broken off'));
    session.once('close', () => stop('closed'));
    session.once('secureConnect', () => {
      clearTimeout(giveUp);
      opened.resolve(succeed(describe(session, staple)));
    });
    return opened.promise;
  },
};

/** Suites and groups as far as this OpenSSL has them, those that no client offers by itself included. A group that it lacks is passed over. */
const suites = [
  ...[
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_128_CCM_SHA256',
    'TLS_AES_128_CCM_8_SHA256',
  ],
  ...['ALL', 'COMPLEMENTOFALL', '@SECLEVEL=0'],
].join(':');
const groups = [
  ...['X25519MLKEM768', 'X25519', 'P-256', 'SecP256r1MLKEM768', 'SecP384r1MLKEM1024', 'MLKEM768', 'MLKEM1024', 'MLKEM512'],
  ...['X448', 'P-384', 'P-521', 'brainpoolP256r1tls13', 'brainpoolP384r1tls13', 'brainpoolP512r1tls13'],
  ...['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1', 'curveSM2'],
  ...['ffdhe2048', 'ffdhe3072', 'ffdhe4096', 'ffdhe6144', 'ffdhe8192'],
  ...['secp256k1', 'secp224r1', 'secp224k1', 'secp192r1', 'secp192k1', 'secp160r2', 'secp160r1', 'secp160k1'],
  ...['sect571r1', 'sect571k1', 'sect409r1', 'sect409k1', 'sect283r1', 'sect283k1', 'sect239k1', 'sect233r1', 'sect233k1'],
  ...['sect193r2', 'sect193r1', 'sect163r2', 'sect163r1', 'sect163k1'],
]
  .map((name) => `?${name}`)
  .join(':');

function optionsFor(socket: Socket, { serverName, signatures, applicationProtocols, trusted = [] }: TlsWish): ConnectionOptions {
  return {
    socket,
    rejectUnauthorized: false,
    requestOCSP: true,
    minVersion: 'TLSv1',
    ciphers: suites,
    ecdhCurve: groups,
    ...(trusted.length === 0 ? {} : { ca: [...getCACertificates('default'), ...trusted] }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(signatures === undefined ? {} : { sigalgs: signatures }),
    ...(applicationProtocols === undefined ? {} : { ALPNProtocols: [...applicationProtocols] }),
    // Names are the report's matter, with words of its own.
    checkServerIdentity: () => undefined,
  };
}

function describe(socket: TLSSocket, staple: Uint8Array<ArrayBuffer> | undefined): TlsSession {
  const chain: Uint8Array<ArrayBuffer>[] = [];
  let certificate = socket.getPeerX509Certificate();
  // Bounded: a chain may lead back to itself.
  while (certificate !== undefined && chain.length < 12) {
    const { issuerCertificate: issuer, fingerprint256 } = certificate;
    chain.push(new Uint8Array(certificate.raw));
    certificate = issuer?.fingerprint256 === fingerprint256 ? undefined : issuer;
  }
  const { alpnProtocol } = socket;
  return {
    chain,
    distrust: socket.authorized ? undefined : String(socket.authorizationError ?? 'unknown'),
    protocol: socket.getProtocol() ?? 'unknown',
    suite: socket.getCipher().standardName,
    applicationProtocol: typeof alpnProtocol === 'string' ? alpnProtocol : undefined,
    staple,
    socket,
  };
}
