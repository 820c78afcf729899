import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DirectAnswer } from '../http/direct-answer.ts';
import { type Answer, createListener } from '../http/listener.ts';
import { wantsSocket } from '../http/sockets.ts';
import type { AnsweredRequest } from '../metrics/metrics.ts';
import type { Pages } from '../pages/pages.ts';
import type { Settings } from '../settings.ts';
import type { Start } from './start-steps.ts';

/** Requests that still run this long after the server was told to stop are cut off. */
const drainMs = 6_000;

/** Where requests come in. */
export type Entrance = {
  readonly http: Server;
  readonly publicUrl: () => string;
  /** Until then it says that the server is starting. */
  readonly answerWith: (answers: readonly Answer[], directAnswers: readonly DirectAnswer[]) => void;
  /** Has somebody hear of each request that is answered from now on. */
  readonly tellAnswered: (hear: (request: AnsweredRequest) => void) => void;
  /** Lets a program that makes pages while developing answer for its own files first. */
  readonly letAnswerFirst: (middleware: Pages['middleware']) => void;
};

/** Opens the port, first of all: a port that is taken is the cheapest mistake to find. */
export async function openEntrance({ settings, log, closers }: Start): Promise<Entrance> {
  const http = createServer({
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    maxHeaderSize: 32 * 1024,
    shouldUpgradeCallback: wantsSocket,
  });
  let answers: readonly Answer[] = [answerWhileStarting];
  let directAnswers: readonly DirectAnswer[] = [];
  let first: Pages['middleware'];
  let hear: ((request: AnsweredRequest) => void) | undefined;
  // The port is asked of the system once: each request wants to know the address.
  let listensAt: string | undefined;
  const publicUrl = () => {
    listensAt ??= settings.publicUrl ?? defaultPublicUrl(http, settings);
    return listensAt;
  };
  const listener = createListener({
    log,
    listensOn: settings.host,
    publicUrl,
    trustedProxies: settings.trustedProxies,
    directAnswers: () => directAnswers,
    answers: () => answers,
    onAnswered: (request) => hear?.(request),
  });
  http.on('request', (request, response) => {
    if (first === undefined) listener(request, response);
    else first(request, response, () => listener(request, response));
  });
  closers.push(() => drain(http));
  await listen(http, settings);
  return {
    http,
    publicUrl,
    answerWith: (list, directList) => {
      answers = list;
      directAnswers = directList;
    },
    tellAnswered: (given) => {
      hear = given;
    },
    letAnswerFirst: (middleware) => {
      first = middleware;
    },
  };
}

/** Until everything is ready: alive, not ready. */
const answerWhileStarting: Answer = (request) =>
  new URL(request.url).pathname === '/healthz'
    ? Response.json({ status: 'alive' })
    : Response.json({ message: 'The server is starting.' }, { status: 503, headers: { 'retry-after': '1' } });

async function listen(http: Server, settings: Settings): Promise<void> {
  http.listen(settings.port, settings.host);
  try {
    await once(http, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${settings.port} on ${settings.host} is in use by another program. Stop it, or set PORT to another number.`);
    if (code === 'EACCES') throw new Error(`Port ${settings.port} may not be opened by this user. Set PORT to a number above 1023.`);
    throw new Error(
      `The server cannot listen on ${settings.host}:${settings.port} (${String(code)}). Set HOST to an address of this machine.`,
    );
  }
}

function defaultPublicUrl(http: Server, settings: Settings): string {
  const { port } = http.address() as AddressInfo;
  const name = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Lets running requests end; connections that wait for another request are closed at once. */
async function drain(http: Server): Promise<void> {
  if (!http.listening) return;
  const closed = once(http, 'close');
  http.close();
  http.closeIdleConnections();
  const cutOff = setTimeout(() => http.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cutOff);
}
