import type { TlsSession, TlsSessions } from '../../../server/adapters/tls-sessions.ts';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import type { OpenLine } from './open-line.ts';

/** What real handshakes showed, one for each kind of certificate that the server may have. */
export type SessionFacts = {
  readonly sessions: readonly Omit<TlsSession, 'socket'>[];
  /** `max-age` of Strict-Transport-Security, 0 without the header; `undefined` where the server does not speak HTTP. */
  readonly hstsMaxAge: number | undefined;
};

/** Signature algorithms by which a server with keys of two kinds shows each of its certificates. */
const kinds: readonly (string | undefined)[] = [
  undefined,
  'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ed25519:ed448',
  'RSA-PSS+SHA256:RSA-PSS+SHA384:RSA-PSS+SHA512:RSA+SHA256:RSA+SHA384:RSA+SHA512',
];

const handshakeMs = 5_000;
const headMs = 3_000;

/**
 * Speaks TLS for real, as far as this machine's own library can, and asks an HTTP server for its headers. That
 * answer is waited for no longer than `until`.
 */
export async function lookAtSessions(
  openLine: OpenLine,
  tlsSessions: TlsSessions,
  {
    serverName,
    host,
    asksHttp,
    until,
  }: { readonly serverName: string | undefined; readonly host: string; readonly asksHttp: boolean; readonly until: Promise<unknown> },
): Promise<SessionFacts> {
  const open = async (signatures: string | undefined) => {
    const line = await openLine();
    if (!line.ok) return undefined;
    const name = serverName === undefined ? {} : { serverName };
    const wish = signatures === undefined ? { applicationProtocols: ['h2', 'http/1.1'] } : { signatures };
    const session = await tlsSessions.open(line.value, { ...name, ...wish, timeoutMs: handshakeMs });
    if (session.ok) session.value.socket.destroy();
    return session.ok ? session.value : undefined;
  };
  const [hstsMaxAge, ...sessions] = await Promise.all([
    asksHttp ? askForHsts(openLine, tlsSessions, { serverName, host, until }) : undefined,
    ...kinds.map(open),
  ]);
  return { sessions: sessions.filter((session) => session !== undefined), hstsMaxAge };
}

async function askForHsts(
  openLine: OpenLine,
  tlsSessions: TlsSessions,
  { serverName, host, until }: { readonly serverName: string | undefined; readonly host: string; readonly until: Promise<unknown> },
): Promise<number | undefined> {
  const line = await openLine();
  if (!line.ok) return undefined;
  const name = serverName === undefined ? {} : { serverName };
  const session = await tlsSessions.open(line.value, { ...name, applicationProtocols: ['http/1.1'], timeoutMs: handshakeMs });
  if (!session.ok) return undefined;
  const { socket } = session.value;
  const head = `HEAD / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Castellan-TLS-Inspector\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
  const reading = { isWhole: (bytes: Uint8Array) => decode(bytes).includes('\r\n\r\n'), maxBytes: 32_768, timeoutMs: headMs, until };
  const answer = decode(await exchangeBytes(socket, new TextEncoder().encode(head), reading));
  socket.destroy();
  return readHsts(answer);
}

/** `max-age` of the header in the head of an HTTP answer (RFC 6797 §6.1: the first header counts). */
export function readHsts(answer: string): number | undefined {
  if (!/^HTTP\/1\.[01] \d{3}/.test(answer)) return undefined;
  const [, header = ''] = /\r\nstrict-transport-security:([^\r\n]*)/i.exec(answer) ?? [];
  const [, seconds = '0'] = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})"?\s*(?:;|$)/i.exec(header) ?? [];
  return Number(seconds);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
