import type { TlsSession, TlsSessions } from '../../../server/adapters/tls-sessions.ts';
import type { HstsSeen } from '../knowledge/tls-facts.ts';
import type { OpenLine } from './open-line.ts';

/** A real handshake, with the name asked for or without one. */
export type SeenSession = Omit<TlsSession, 'socket'> & { readonly isForNoName: boolean };

/** What real handshakes showed, one for each kind of certificate that the server may have. */
export type SessionFacts = {
  readonly sessions: readonly SeenSession[];
  readonly hsts: HstsSeen | undefined;
  /** Whether a client that names no host is refused where one that names it is not; `undefined` where the target has no name. */
  readonly refusesNoName: boolean | undefined;
  /** Why the first handshake failed, by OpenSSL's code; empty where it did not. */
  readonly failure: string;
};

/** What is asked for. */
export type SessionWish = {
  readonly serverName: string | undefined;
  readonly host: string;
  readonly asksHttp: boolean;
  /** Roots of a private authority, as PEM. */
  readonly trusted: readonly string[];
};

/** Signature algorithms by which a server with keys of two kinds shows each of its certificates. */
const kinds: readonly (string | undefined)[] = [
  undefined,
  'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ed25519:ed448',
  'RSA-PSS+SHA256:RSA-PSS+SHA384:RSA-PSS+SHA512:RSA+SHA256:RSA+SHA384:RSA+SHA512',
];

const handshakeMs = 10_000;
/** How long the answer to an HTTP request is waited for. */
const headMs = 10_000;

type Opened = { readonly session: Omit<TlsSession, 'socket'> } | { readonly failure: string };

/** Speaks TLS for real, as far as this machine's own library can, with the name and without, and asks an HTTP server for its headers. */
export async function lookAtSessions(openLine: OpenLine, tlsSessions: TlsSessions, wish: SessionWish): Promise<SessionFacts> {
  const { serverName, asksHttp, trusted } = wish;
  const open = async (signatures: string | undefined, name: string | undefined): Promise<Opened> => {
    const line = await openLine();
    if (!line.ok) return { failure: line.failure.code };
    const asked = signatures === undefined ? { applicationProtocols: ['h2', 'http/1.1'] } : { signatures };
    const named = name === undefined ? {} : { serverName: name };
    const opened = await tlsSessions.open(line.value, { ...named, ...asked, trusted, timeoutMs: handshakeMs });
    if (!opened.ok) return { failure: opened.failure.reason };
    const { socket, ...session } = opened.value;
    socket.destroy();
    return { session };
  };
  const [hsts, nameless, ...named] = await Promise.all([
    asksHttp ? askForHsts(openLine, tlsSessions, wish) : undefined,
    serverName === undefined ? undefined : open(undefined, undefined),
    ...kinds.map((kind) => open(kind, serverName)),
  ]);
  const found = (isForNoName: boolean) => (one: Opened) => ('session' in one ? [{ ...one.session, isForNoName }] : []);
  const sessions = named.flatMap(found(false));
  const [first] = named;
  return {
    sessions: [...sessions, ...(nameless === undefined ? [] : found(true)(nameless))],
    hsts,
    refusesNoName: nameless === undefined || sessions.length === 0 ? undefined : 'failure' in nameless,
    failure: first !== undefined && 'failure' in first ? first.failure : '',
  };
}

/** By HTTP/2 where the server takes it, and by HTTP/1.1 where it does not or nothing came of that. */
async function askForHsts(openLine: OpenLine, tlsSessions: TlsSessions, wish: SessionWish): Promise<HstsSeen> {
  const first = await askBy(['h2', 'http/1.1'], openLine, tlsSessions, wish);
  if ('maxAge' in first.seen || first.protocol !== 'h2') return first.seen;
  const second = await askBy(['http/1.1'], openLine, tlsSessions, wish);
  if ('maxAge' in second.seen) return second.seen;
  return second.protocol === null ? { reason: 'the server speaks HTTP/2 only and did not answer the request' } : first.seen;
}

async function askBy(
  applicationProtocols: readonly string[],
  openLine: OpenLine,
  tlsSessions: TlsSessions,
  { serverName, host, trusted }: SessionWish,
): Promise<{
  readonly seen: HstsSeen /** That was agreed on; `null` where no handshake came to its end. */;
  readonly protocol: string | undefined | null;
}> {
  const line = await openLine();
  if (!line.ok) return { seen: { reason: 'no connection could be opened' }, protocol: undefined };
  const name = serverName === undefined ? {} : { serverName };
  const opened = await tlsSessions.open(line.value, { ...name, applicationProtocols, trusted, timeoutMs: handshakeMs });
  if (!opened.ok) return { seen: { reason: 'the handshake failed' }, protocol: null };
  const { socket, applicationProtocol: protocol } = opened.value;
  const head = await tlsSessions.askHead(socket, { host, header: 'strict-transport-security', timeoutMs: headMs });
  return { seen: readHsts(head), protocol };
}

/** What a page's head says of HSTS (RFC 6797 §6.1). An error's page may lack what the others have. */
export function readHsts(head: { readonly status: number; readonly header: string | undefined } | undefined): HstsSeen {
  if (head === undefined) return { reason: 'no answer to the HTTP request in time' };
  const { status, header } = head;
  if (header === undefined && status >= 400) return { reason: `the page answered with status ${status}` };
  const [, seconds = '0'] = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})"?\s*(?:;|$)/i.exec(header ?? '') ?? [];
  return { maxAge: Number(seconds) };
}
