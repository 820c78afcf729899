import type { Socket } from 'node:net';
import { encodeClientHello } from '@castellan/probes/tls/client-hello';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import { isWholeGreeting, looksLikeTls } from '../knowledge/listeners/greetings.ts';
import type { Asking, Recognised } from '../knowledge/listeners/recognised.ts';
import { isWholePage } from '../knowledge/read-service.ts';

/** Where a port was found open. */
export type FoundPort = { readonly address: string; readonly port: number };

/** What whoever asks a port has at hand. */
export type AskingContext = {
  readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions' | 'randomBytes' | 'clock'>;
  /** The name that the host was asked by, where it has one. */
  readonly name: string | undefined;
  /** The host's round trip as far as it is known, in milliseconds. */
  readonly roundTripMs: number;
  readonly signal: AbortSignal;
};

const maxBytes = 65_536;
/** Once it has begun to answer, it may go on for so long. */
const answerMs = 3_000;
const none = new Uint8Array();

/** A connection to the port; `undefined` where it takes none any more. Whoever asked for it closes it. */
export async function openLine({ address, port }: FoundPort, { ports, signal, roundTripMs }: AskingContext): Promise<Socket | undefined> {
  const opened = await ports.sockets.connect({ address, port }, { signal, timeoutMs: 1_000 + 4 * roundTripMs });
  return opened.ok ? opened.value : undefined;
}

/** What comes unasked, until a greeting is whole or patience is over. */
export function listen(socket: Socket, patience: number): Promise<Uint8Array> {
  return exchangeBytes(socket, none, { isWhole: isWholeGreeting, maxBytes: 4_096, timeoutMs: patience });
}

/** The answer to a request of HTTP: its beginning is waited for so long, and the rest of it a little longer. */
export async function exchangePage(socket: Socket, request: Uint8Array, patience: number): Promise<Uint8Array> {
  const first = await exchangeBytes(socket, request, { isWhole: (bytes) => bytes.length > 0, maxBytes, timeoutMs: patience });
  if (first.length === 0 || isWholePage(first) || first.length >= maxBytes) return first;
  const isWhole = (bytes: Uint8Array) => isWholePage(Buffer.concat([first, bytes]));
  const rest = await exchangeBytes(socket, none, { isWhole, maxBytes: maxBytes - first.length, timeoutMs: answerMs });
  return Buffer.concat([first, rest]);
}

/** Asks one question over a connection of its own. */
export async function askOnce(found: FoundPort, asking: Asking, patience: number, context: AskingContext): Promise<Recognised | undefined> {
  const line = await openLine(found, context);
  if (line === undefined) return undefined;
  const request = asking.request({ host: hostOf(found, context), port: found.port });
  const answer = await exchangeBytes(line, request, { isWhole: asking.isWhole, maxBytes: 16_384, timeoutMs: patience });
  line.destroy();
  // Who sends back what it is sent knows every protocol, and speaks none.
  return Buffer.compare(answer.subarray(0, request.length), request) === 0 ? undefined : asking.read(answer);
}

/** Whether a ClientHello is answered by TLS. Cheaper than a handshake, which most ports would not take. */
export async function trySecure(found: FoundPort, patience: number, context: AskingContext): Promise<boolean> {
  const line = await openLine(found, context);
  if (line === undefined) return false;
  const hello = encodeClientHello({
    protocol: 'TLSv1.2',
    suites: [0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x002f, 0x0035],
    groups: [29, 23, 24],
    random: context.ports.randomBytes(32),
    ...(context.name === undefined ? {} : { serverName: context.name }),
  });
  const reading = { isWhole: (bytes: Uint8Array) => bytes.length >= 5, maxBytes: 64, timeoutMs: patience };
  const answer = await exchangeBytes(line, hello, reading);
  line.destroy();
  return looksLikeTls(answer) && Buffer.compare(answer.subarray(0, hello.length), hello.subarray(0, answer.length)) !== 0;
}

/** The host as a URL spells it. */
function hostOf({ address }: FoundPort, { name }: AskingContext): string {
  return name ?? (address.includes(':') ? `[${address}]` : address);
}

/** A request by HTTP for one path. */
export function httpRequest(found: FoundPort, context: AskingContext, path = '/'): Uint8Array {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostOf(found, context)}:${found.port}`,
    'User-Agent: Mozilla/5.0 (compatible; Castellan Network Scanner)',
    'Accept: */*',
  ];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
}

/** Bytes as text of a charset, of UTF-8 where there is no such charset. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
