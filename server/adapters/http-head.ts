import { connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { exchangeBytes } from '../tools/exchange-bytes.ts';

/** The status and one header of an HTTP answer; `undefined` where what came in time is none. */
export type HttpHead = { readonly status: number; readonly header: string | undefined };

/** What is asked for: the page at `/`, by its head alone. */
export type HeadRequest = {
  readonly host: string;
  /** In lower case. The first of this name counts. */
  readonly header: string;
  readonly timeoutMs: number;
};

const agent = 'Castellan-TLS-Inspector';

/** So much of a head is read: 32 KiB. */
const maxHeadBytes = 32_768;

/** Asks over an open session for the head of the page at `/`, by HTTP/2 where that was agreed on. Closes the session. Never rejects. */
export async function askHead(socket: TLSSocket, request: HeadRequest): Promise<HttpHead | undefined> {
  const head = socket.alpnProtocol === 'h2' ? await askByHttp2(socket, request) : await askByHttp1(socket, request);
  socket.destroy();
  return head;
}

async function askByHttp1(socket: TLSSocket, { host, header, timeoutMs }: HeadRequest): Promise<HttpHead | undefined> {
  const asked = `HEAD / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
  const isWhole = (bytes: Uint8Array) => decode(bytes).includes('\r\n\r\n');
  const reading = { isWhole, maxBytes: maxHeadBytes, timeoutMs };
  return readHttpHead(decode(await exchangeBytes(socket, new TextEncoder().encode(asked), reading)), header);
}

/** The head of an answer of HTTP/1: its status, and the first header of a name in lower case. */
export function readHttpHead(answer: string, header: string): HttpHead | undefined {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
  if (status === undefined) return undefined;
  const line = answer.split('\r\n').find((one) => one.toLowerCase().startsWith(`${header}:`));
  return { status: Number(status), header: line?.slice(header.length + 1).trim() };
}

function askByHttp2(socket: TLSSocket, { host, header, timeoutMs }: HeadRequest): Promise<HttpHead | undefined> {
  const { promise, resolve } = Promise.withResolvers<HttpHead | undefined>();
  const session = connect(`https://${host.includes(':') ? `[${host}]` : host}`, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: maxHeadBytes },
  });
  const end = (head: HttpHead | undefined) => {
    clearTimeout(giveUp);
    resolve(head);
    session.destroy();
  };
  const giveUp = setTimeout(() => end(undefined), timeoutMs);
  session.on('error', () => end(undefined));
  session.once('close', () => end(undefined));
  const asked = session.request({ ':method': 'HEAD', ':path': '/', 'user-agent': agent, accept: '*/*' });
  asked.on('error', () => end(undefined));
  asked.once('close', () => end(undefined));
  asked.once('response', (headers) => {
    const value = headers[header];
    end({ status: headers[':status'] ?? 0, header: Array.isArray(value) ? value[0] : value });
  });
  asked.end();
  return promise;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
