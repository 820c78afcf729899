import type { Socket } from 'node:net';
import { type Result, succeed } from '@castellan/foundation/result';
import type { Place, SocketFailure, Sockets } from '../../../server/adapters/sockets.ts';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';

/** How the connection becomes one that expects TLS. */
export type StartTls = 'smtp' | undefined;

/** Opens connections on which a ClientHello is what the server waits for. */
export type OpenLine = () => Promise<Result<Socket, SocketFailure | { readonly code: 'starttls_refused' }>>;

const lineMs = 5_000;

/** A way to open such connections to one place, one after the other. The signal closes all of them. */
export function createLines(sockets: Sockets, place: Place, startTls: StartTls, signal: AbortSignal): OpenLine {
  return async () => {
    const opened = await sockets.connect(place, { signal, timeoutMs: lineMs });
    if (!opened.ok || startTls === undefined) return opened;
    if (await agreeOnTls(opened.value)) return succeed(opened.value);
    opened.value.destroy();
    return { ok: false, failure: { code: 'starttls_refused' } };
  };
}

/** SMTP's way to TLS (RFC 3207): greeting, EHLO, STARTTLS. */
async function agreeOnTls(socket: Socket): Promise<boolean> {
  const ask = async (line: string, expected: string) => {
    const reading = { isWhole: isWholeReply, maxBytes: 16_384, timeoutMs: lineMs };
    const answer = await exchangeBytes(socket, new TextEncoder().encode(line), reading);
    return new TextDecoder().decode(answer).startsWith(expected);
  };
  return (await ask('', '220')) && (await ask('EHLO inspector.invalid\r\n', '250')) && ask('STARTTLS\r\n', '220');
}

/** A reply's last line has a space behind its number. */
function isWholeReply(bytes: Uint8Array): boolean {
  return /(?:^|\n)\d{3} [^\n]*\n$/.test(new TextDecoder().decode(bytes));
}
