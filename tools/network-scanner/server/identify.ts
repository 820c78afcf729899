import type { Socket } from 'node:net';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import { askings, closerAsking } from '../knowledge/listeners/asking.ts';
import { firstLineOf, isMailOrFiles, mailOrFilesRequests, readMailOrFiles, recogniseGreeting } from '../knowledge/listeners/greetings.ts';
import { readHttpFurther } from '../knowledge/listeners/http-products.ts';
import { type Asking, bytesOf, certain, type Recognised } from '../knowledge/listeners/recognised.ts';
import { type HttpAnswer, readHttp } from '../knowledge/read-service.ts';
import type { OpenPort, ServiceBanners, TlsSeen } from '../knowledge/scan-facts.ts';
import { isWellKnown, serviceAt } from '../knowledge/services.ts';
import {
  type AskingContext,
  askOnce,
  decodeText,
  exchangePage,
  type FoundPort,
  httpRequest,
  listen,
  openLine,
  trySecure,
} from './open-line.ts';
import { readCertificate } from './seen-certificate.ts';

type Context = AskingContext & {
  /** Whether a port that said nothing so far is asked all further questions: not where too many of a scan stay silent. */
  readonly mayAskFurther: () => boolean;
};

/** Services that begin with TLS where they are at home. */
const tlsFirst: ReadonlySet<string> = new Set([
  'https',
  'https-alt',
  'smtps',
  'imaps',
  'pop3s',
  'ldaps',
  'docker-tls',
  'winrm-tls',
  'mqtt-tls',
  'kubernetes',
  'kubelet',
]);
/** Services whose clients speak first, by HTTP. */
const httpFirst: ReadonlySet<string> = new Set([
  'http',
  'http-alt',
  'http-proxy',
  'docker',
  'etcd',
  'elasticsearch',
  'couchdb',
  'influxdb',
  'kibana',
  'prometheus',
  'consul',
  'vault',
  'rabbitmq-admin',
  'winrm',
  'clickhouse',
  'webmin',
  'splunkd',
  'squid',
  'kubelet-read',
  'plex',
  'ipp',
]);
/** Names that say no more than what carries them. */
const carriers: ReadonlySet<string> = new Set(['http', 'http-alt', 'http-proxy', 'https', 'https-alt', 'unknown']);

/** How long a service that people know by its port may take to speak first, and to answer a request; four round trips come on top. */
const knownGreetingMs = 800;
const knownAnswerMs = 1_000;
/** How long anybody else may take; neighbours answer at once, and further away forty round trips come on top, of at most 0.3 s. */
const greetingMs = 40;
const unknownAnswerMs = 100;
const farAwayMs = 300;
/** The second wait: so long a port that has said nothing may take to speak first, while it is asked everything else beside. */
const slowGreetingMs = 6_000;
/** How long each further question waits for its answer; four round trips come on top. So many are asked at once. */
const furtherAnswerMs = 500;
const furtherAtOnce = 3;

/**
 * Finds out what listens on an open port: what it says unasked, its answers to requests of HTTP, TLS and the protocols of
 * `askings`, its certificate. Closes every connection. What the service does not say is taken from its port's number, and marked as
 * that. Never rejects.
 */
export async function identifyPort(found: FoundPort, context: Context): Promise<OpenPort> {
  const expected = serviceAt(found.port);
  const known = knownAnswerMs + 4 * context.roundTripMs;
  const first = await askFirst(found, expected, known, context);
  // A web server that wants TLS tells those who come without it so, by an alert or a page.
  const wantsTls = first.tls === undefined && (first.service === 'tls' || first.http?.status === 400);
  if (first.by === 'answer') return (wantsTls ? await lookAtTls(found, expected, known, context) : undefined) ?? first;
  if (!context.mayAskFurther()) return first;
  return (await askFurther(found, expected, known, context)) ?? first;
}

/** What the port's number lets expect, and otherwise what most ports speak: a greeting, HTTP, TLS. */
async function askFirst(found: FoundPort, expected: string, known: number, context: Context): Promise<OpenPort> {
  if (tlsFirst.has(expected)) return (await lookAtTls(found, expected, known, context)) ?? askPlainly(found, expected, 0, known, context);
  if (httpFirst.has(expected)) return askPlainly(found, expected, 0, known, context);
  const asking = askings.find((one) => one.expected.includes(expected));
  const asked = asking === undefined ? undefined : await askOnce(found, asking, known, context);
  if (asked !== undefined) return describe(found, expected, await lookCloser(found, asked, known, context));
  const further = Math.min(farAwayMs, 40 * context.roundTripMs) + 4 * context.roundTripMs;
  const patience = unknownAnswerMs + further;
  if (isWellKnown(found.port)) return askPlainly(found, expected, knownGreetingMs + 4 * context.roundTripMs, patience, context);
  // Nobody knows what this is: it is asked by TLS beside, so that silence takes no longer.
  const wait = greetingMs + further / 4;
  const [plain, speaksTls] = await Promise.all([
    askPlainly(found, expected, wait, patience, context),
    trySecure(found, wait + patience, context),
  ]);
  if (plain.by === 'answer' && plain.service !== 'tls' && !speaksTls) return plain;
  const secured = speaksTls || plain.service === 'tls' ? await lookAtTls(found, expected, known, context) : undefined;
  return secured ?? plain;
}

/** Every further question, a few at once, while one connection waits for a greeting that is slow to come. The first name ends both. */
async function askFurther(found: FoundPort, expected: string, known: number, context: Context): Promise<OpenPort | undefined> {
  const ending = new AbortController();
  const inner = { ...context, signal: AbortSignal.any([context.signal, ending.signal]) };
  const patience = furtherAnswerMs + 4 * context.roundTripMs;
  const first = Promise.withResolvers<OpenPort | undefined>();
  const take = (named: OpenPort | undefined) => {
    if (named?.by === 'answer') first.resolve(named);
    return named;
  };
  const slow = listenSlowly(found, expected, patience, inner).then(take);
  const asked = askInTurn(found, expected, patience, inner).then(take);
  void Promise.all([slow, asked]).then(([greeted]) => first.resolve(greeted), first.reject);
  try {
    const named = await first.promise;
    // What it is called is known by the first answer; what it says beyond its name is asked for once more.
    return named?.service === 'tls' ? ((await lookAtTls(found, expected, known, context)) ?? named) : named;
  } finally {
    ending.abort();
  }
}

async function askInTurn(found: FoundPort, expected: string, patience: number, context: Context): Promise<OpenPort | undefined> {
  if (!tlsFirst.has(expected) && (await trySecure(found, patience, context))) return { port: found.port, service: 'tls', by: 'answer' };
  const left = askings.filter((one) => !one.expected.includes(expected));
  for (let at = 0; at < left.length && !context.signal.aborted; at += furtherAtOnce) {
    const some = left.slice(at, at + furtherAtOnce);
    const answers = await Promise.all(some.map((asking) => askOnce(found, asking, patience, context)));
    const asked = answers.find((answer) => answer !== undefined && answer.service !== 'http');
    if (asked !== undefined) return describe(found, expected, await lookCloser(found, asked, patience, context));
  }
  return askPlainly(found, expected, 0, patience, context);
}

async function listenSlowly(found: FoundPort, expected: string, patience: number, context: Context): Promise<OpenPort | undefined> {
  const socket = await openLine(found, context);
  if (socket === undefined) return undefined;
  const greeting = await listen(socket, slowGreetingMs + 4 * context.roundTripMs);
  const named = greeting.length === 0 ? undefined : await readGreeting(found, expected, greeting, socket, patience);
  socket.destroy();
  return named;
}

/** Listens, and if nothing comes asks by HTTP, over one connection. */
async function askPlainly(found: FoundPort, expected: string, listenMs: number, patience: number, context: Context): Promise<OpenPort> {
  const { port } = found;
  const socket = await openLine(found, context);
  if (socket === undefined) return { port, service: expected, by: 'port' };
  try {
    const greeting = listenMs === 0 ? new Uint8Array() : await listen(socket, listenMs);
    if (greeting.length > 0) return await readGreeting(found, expected, greeting, socket, patience);
    const answer = await exchangePage(socket, httpRequest(found, context), patience);
    const page = readHttp(answer, decodeText);
    if (page !== undefined) return describeHttp(found, expected, page, undefined, await askProduct(found, page, patience, context));
    const read = recogniseGreeting(answer);
    return read === undefined || read.service === 'http'
      ? unnamed(found, expected, answer)
      : describe(found, expected, await lookCloser(found, read, patience, context));
  } finally {
    socket.destroy();
  }
}

/** Names a greeting; one that mail and files both begin with is answered once, by what tells them apart. */
async function readGreeting(found: FoundPort, expected: string, greeting: Uint8Array, socket: Socket, patience: number): Promise<OpenPort> {
  const page = readHttp(greeting, decodeText);
  if (page !== undefined) return describeHttp(found, expected, page);
  const read = recogniseGreeting(greeting) ?? (isMailOrFiles(greeting) ? await askMailOrFiles(greeting, socket, patience) : undefined);
  return read === undefined ? unnamed(found, expected, greeting) : describe(found, expected, read);
}

async function askMailOrFiles(greeting: Uint8Array, socket: Socket, patience: number): Promise<Recognised | undefined> {
  const reading = { isWhole: (bytes: Uint8Array) => bytes.includes(10), maxBytes: 4_096, timeoutMs: Math.max(patience, knownAnswerMs) };
  const toMail = await exchangeBytes(socket, bytesOf(mailOrFilesRequests.mail), reading);
  const isMail = readMailOrFiles(greeting, toMail, new Uint8Array());
  if (isMail !== undefined) return isMail;
  return readMailOrFiles(greeting, toMail, await exchangeBytes(socket, bytesOf(mailOrFilesRequests.files), reading));
}

/** What a service is asked once its name is known: its version, and whether it wants a password. */
async function lookCloser(found: FoundPort, read: Recognised, patience: number, context: Context): Promise<Recognised> {
  const asking = closerAsking(read);
  const closer = asking === undefined ? undefined : await askOnce(found, asking, patience, context);
  return closer?.service === read.service ? closer : read;
}

/** One further request to a product that says at another path what it is. */
async function askProduct(
  found: FoundPort,
  page: HttpAnswer,
  patience: number,
  context: Context,
): Promise<HttpAnswer['product'] | undefined> {
  const path = page.product.ask;
  const socket = path === undefined ? undefined : await openLine(found, context);
  if (socket === undefined) return undefined;
  const answer = await exchangePage(socket, httpRequest(found, context, path), Math.max(patience, knownAnswerMs));
  socket.destroy();
  return readHttpFurther(readHttp(answer, decodeText)?.page ?? '');
}

function describe({ port }: FoundPort, expected: string, { service, confidence, banners, access }: Recognised): OpenPort {
  // Server message block over its older carrier is one service under two names.
  const name = service === 'microsoft-ds' && expected === 'netbios-ssn' ? expected : service;
  return { port, service: name, by: 'answer', confidence, ...(access === undefined ? {} : { access }), ...bannersOf(banners) };
}

function describeHttp({ port }: FoundPort, expected: string, answer: HttpAnswer, tls?: TlsSeen, further?: HttpAnswer['product']): OpenPort {
  const { http, server } = answer;
  const { service, banners, access } = further ?? answer.product;
  const carrier = tls === undefined ? 'http' : 'https';
  // The number of its port names a product, and the answer does not prove it.
  const usual =
    service === undefined && !carriers.has(expected) && (httpFirst.has(expected) || tlsFirst.has(expected)) ? expected : undefined;
  return {
    port,
    service: service ?? carrier,
    by: 'answer',
    confidence: certain,
    ...(usual === undefined ? {} : { usual }),
    ...(access === undefined ? {} : { access }),
    http,
    ...(tls === undefined ? {} : { tls }),
    ...bannersOf({ ...(server === undefined ? {} : { server }), ...banners }),
  };
}

/** Something came, and nothing of it is known: it is shown, and the name is the port's. */
function unnamed({ port }: FoundPort, expected: string, said: Uint8Array): OpenPort {
  return { port, service: expected, by: 'port', ...bannersOf(firstLineOf(said)) };
}

/** The certificate, and what is said over the session: a greeting, or the answer to a request. */
async function lookAtTls(found: FoundPort, expected: string, patience: number, context: Context): Promise<OpenPort | undefined> {
  const line = await openLine(found, context);
  if (line === undefined) return undefined;
  const { name, ports } = context;
  const opened = await ports.tlsSessions.open(line, { ...(name === undefined ? {} : { serverName: name }), timeoutMs: patience });
  if (!opened.ok) return undefined;
  const { chain, protocol, socket } = opened.value;
  try {
    const tls = readCertificate(chain[0], protocol, ports.clock.nowMs());
    const shared = tls === undefined ? {} : { tls };
    const inside = insideTls.get(expected);
    if (inside !== undefined) {
      const reading = { isWhole: inside.isWhole, maxBytes: 16_384, timeoutMs: patience };
      const read = inside.read(await exchangeBytes(socket, inside.request({ host: name ?? found.address, port: found.port }), reading));
      if (read !== undefined) return { ...describe(found, expected, { ...read, service: expected }), ...shared };
    }
    const greets = ['smtps', 'imaps', 'pop3s'].includes(expected);
    // Elsewhere a greeting is given the time that a neighbour's takes, before a request disturbs it.
    const greeting = await listen(socket, greets ? patience : Math.min(patience, greetingMs + 4 * context.roundTripMs));
    const answer = greeting.length > 0 ? greeting : await exchangePage(socket, httpRequest(found, context), patience);
    const page = readHttp(answer, decodeText);
    if (page !== undefined) return { ...describeHttp(found, expected, page, tls), ...shared };
    const read = recogniseGreeting(answer);
    if (read === undefined || read.service === 'tls') {
      const usual = carriers.has(expected) ? {} : { usual: expected };
      return {
        port: found.port,
        service: 'tls',
        by: 'answer',
        confidence: certain,
        ...usual,
        ...shared,
        ...bannersOf(firstLineOf(answer)),
      };
    }
    return { ...describe(found, expected, { ...read, service: overTls[read.service] ?? read.service }), ...shared };
  } finally {
    socket.destroy();
    line.destroy();
  }
}

/** What is asked inside of TLS, by what the port's number lets expect. */
const insideTls: ReadonlyMap<string, Asking> = new Map(
  [
    ['ldaps', 'ldap'],
    ['mqtt-tls', 'mqtt'],
  ].flatMap(([expected = '', name]) => askings.flatMap((asking) => (asking.name === name ? [[expected, asking] as const] : []))),
);

const overTls: Readonly<Record<string, string>> = { smtp: 'smtps', imap: 'imaps', pop3: 'pop3s', ftp: 'ftps', irc: 'ircs', http: 'https' };

function bannersOf(banners: ServiceBanners): { readonly banners?: ServiceBanners } {
  return Object.keys(banners).length === 0 ? {} : { banners };
}
