import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, rootCertificates, type TLSSocket } from 'node:tls';
import { fail, type Result, succeed } from '@castellan/foundation/result';

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
  readonly timeoutMs: number;
};

/** Speaks TLS over a socket that the guard opened. Certificates are looked at, not required to be trusted. */
export type TlsSessions = {
  readonly open: (
    socket: Socket,
    wish: TlsWish,
  ) => Promise<Result<TlsSession, { readonly code: 'handshake_failed'; readonly reason: string }>>;
  /** The roots that this machine's own TLS trusts (Mozilla's store), as PEM. */
  readonly roots: readonly string[];
};

/** TLS as this Node speaks it, with everything allowed that it still knows. Never rejects; a failed handshake closes the socket. */
export const tlsSessions: TlsSessions = {
  roots: rootCertificates,
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

function optionsFor(socket: Socket, { serverName, signatures, applicationProtocols }: TlsWish): ConnectionOptions {
  return {
    socket,
    rejectUnauthorized: false,
    requestOCSP: true,
    minVersion: 'TLSv1',
    ciphers: 'ALL:COMPLEMENTOFALL:@SECLEVEL=0',
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
