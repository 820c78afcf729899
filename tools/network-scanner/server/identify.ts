import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { cleanText } from '@castellan/exports/plain-text';
import { isoTime } from '@castellan/probes/iso-time';
import { encodeClientHello } from '@castellan/probes/tls/client-hello';
import { certificateDays } from '../../../server/tools/certificate-days.ts';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import { type HttpAnswer, isWholePage, looksLikeTls, readGreeting, readHttp } from '../knowledge/read-service.ts';
import type { OpenPort, ServiceBanners, TlsSeen } from '../knowledge/scan-facts.ts';
import { isWellKnown, serviceAt } from '../knowledge/services.ts';

/** Where a port was found open. */
export type FoundPort = { readonly address: string; readonly port: number };

type Context = {
  readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions' | 'randomBytes' | 'clock'>;
  /** The name that the host was asked by, where it has one. */
  readonly name: string | undefined;
  /** The host's round trip as far as it is known, in milliseconds. */
  readonly roundTripMs: number;
  readonly signal: AbortSignal;
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

const maxBytes = 65_536;
/** So many names of a certificate are in the report. */
const maxNames = 20;
/** How long a service that people know by its port may take to speak first, and to answer a request; four round trips come on top. */
const knownGreetingMs = 800;
const knownAnswerMs = 1_000;
/** How long anybody else may take; neighbours answer at once, and further away forty round trips come on top, of at most 0.3 s. */
const greetingMs = 40;
const unknownAnswerMs = 100;
const farAwayMs = 300;
/** Once it has begun to answer, it may go on for so long. */
const answerMs = 3_000;
const none = new Uint8Array();

/**
 * Finds out what listens on an open port: what it says unasked, its answer to an HTTP request, its certificate. Closes every
 * connection. What the service does not say is taken from its port's number. Never rejects.
 */
export async function identifyPort(found: FoundPort, context: Context): Promise<OpenPort> {
  const expected = serviceAt(found.port);
  const known = knownAnswerMs + 4 * context.roundTripMs;
  if (tlsFirst.has(expected)) return (await lookAtTls(found, expected, known, context)) ?? askPlainly(found, expected, 0, known, context);
  if (httpFirst.has(expected)) return askPlainly(found, expected, 0, known, context);
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

/** Listens, and if nothing comes asks by HTTP, over one connection. */
async function askPlainly(found: FoundPort, expected: string, listenMs: number, patience: number, context: Context): Promise<OpenPort> {
  const { port } = found;
  const socket = await openAgain(found, context);
  if (socket === undefined) return { port, service: expected, by: 'port' };
  const greeting = listenMs === 0 ? none : await listen(socket, listenMs);
  const answer = greeting.length > 0 ? greeting : await exchange(socket, requestFor(found, context), patience);
  socket.destroy();
  const page = readHttp(answer, decodeText);
  if (page !== undefined) return describeHttp(port, page, expected);
  const { service, banners } = readGreeting(answer);
  return { port, service: service ?? expected, by: service === undefined ? 'port' : 'answer', ...bannersOf(banners) };
}

function describeHttp(port: number, { http, server, isMongo }: HttpAnswer, expected: string, tls?: TlsSeen): OpenPort {
  const service = isMongo ? 'mongodb' : keepsName(expected, tls !== undefined) ? expected : tls === undefined ? 'http' : 'https';
  return { port, service, by: 'answer', http, ...(tls === undefined ? {} : { tls }), ...bannersOf(server === undefined ? {} : { server }) };
}

/** Products that speak HTTP keep the name that their port has; other ports get the protocol's. */
function keepsName(expected: string, isTls: boolean): boolean {
  if (['http', 'http-alt', 'http-proxy', 'https', 'https-alt'].includes(expected)) return expected.startsWith('https') === isTls;
  return httpFirst.has(expected) || ['kubernetes', 'kubelet', 'docker-tls', 'winrm-tls'].includes(expected);
}

/** The certificate, and what is said over the session: a greeting, or the answer to a request. */
async function lookAtTls(found: FoundPort, expected: string, patience: number, context: Context): Promise<OpenPort | undefined> {
  const line = await openAgain(found, context);
  if (line === undefined) return undefined;
  const { name, ports } = context;
  const opened = await ports.tlsSessions.open(line, { ...(name === undefined ? {} : { serverName: name }), timeoutMs: patience });
  if (!opened.ok) return undefined;
  const { chain, protocol, socket } = opened.value;
  try {
    const tls = readCertificate(chain[0], protocol, ports.clock.nowMs());
    const shared = tls === undefined ? {} : { tls };
    const { port } = found;
    const greets = ['smtps', 'imaps', 'pop3s'].includes(expected);
    const answer = greets ? await listen(socket, patience) : await exchange(socket, requestFor(found, context), patience);
    const page = readHttp(answer, decodeText);
    if (page !== undefined) return describeHttp(port, page, expected, tls);
    const read = readGreeting(answer);
    const service = read.service === undefined ? (tlsFirst.has(expected) ? expected : 'tls') : (overTls[read.service] ?? read.service);
    return { port, service, by: 'answer', ...shared, ...bannersOf(read.banners) };
  } finally {
    socket.destroy();
    line.destroy();
  }
}

const overTls: Readonly<Record<string, string>> = { smtp: 'smtps', imap: 'imaps', pop3: 'pop3s', ftp: 'ftps', irc: 'ircs' };

function readCertificate(der: Uint8Array | undefined, protocol: string, nowMs: number): TlsSeen | undefined {
  if (der === undefined) return undefined;
  try {
    const certificate = new X509Certificate(der);
    const { toMs: validToMs } = certificateDays(certificate);
    const isDay = !Number.isNaN(validToMs);
    const names = (certificate.subjectAltName ?? '')
      .split(', ')
      .flatMap((entry) => (/^(?:DNS|IP Address):/.test(entry) ? [cleanText(entry.slice(entry.indexOf(':') + 1), 253)] : []));
    return {
      protocol,
      subject: nameOf(certificate.subject),
      names: names.slice(0, maxNames),
      ...(names.length > maxNames ? { namesLeft: names.length - maxNames } : {}),
      issuer: nameOf(certificate.issuer),
      validTo: isoTime(validToMs),
      daysLeft: isDay ? Math.floor((validToMs - nowMs) / 86_400_000) : 0,
    };
  } catch {
    return undefined;
  }
}

/** The common name, or else the organisation, or else the whole of it. */
function nameOf(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n');
  const named = lines.find((line) => line.startsWith('CN=')) ?? lines.find((line) => line.startsWith('O='));
  return cleanText(named === undefined ? lines.join(', ') : named.slice(named.indexOf('=') + 1));
}

/** Whether a ClientHello is answered by TLS. Cheaper than a handshake, which most ports would not take. */
async function trySecure(found: FoundPort, patience: number, context: Context): Promise<boolean> {
  const line = await openAgain(found, context);
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
  return looksLikeTls(answer);
}

async function openAgain({ address, port }: FoundPort, { ports, signal, roundTripMs }: Context): Promise<Socket | undefined> {
  const opened = await ports.sockets.connect({ address, port }, { signal, timeoutMs: 1_000 + 4 * roundTripMs });
  return opened.ok ? opened.value : undefined;
}

/** What comes unasked: the first bytes, and what follows them at once. */
function listen(socket: Socket, patience: number): Promise<Uint8Array> {
  return exchangeBytes(socket, none, { isWhole: (bytes) => bytes.includes(10) || bytes.length >= 12, maxBytes: 4096, timeoutMs: patience });
}

/** The answer to a request: its beginning is waited for so long, and the rest of it a little longer. */
async function exchange(socket: Socket, request: Uint8Array, patience: number): Promise<Uint8Array> {
  const first = await exchangeBytes(socket, request, { isWhole: (bytes) => bytes.length > 0, maxBytes, timeoutMs: patience });
  if (first.length === 0 || isWholePage(first) || first.length >= maxBytes) return first;
  const isWhole = (bytes: Uint8Array) => isWholePage(Buffer.concat([first, bytes]));
  const rest = await exchangeBytes(socket, none, { isWhole, maxBytes: maxBytes - first.length, timeoutMs: answerMs });
  return Buffer.concat([first, rest]);
}

function requestFor({ address, port }: FoundPort, { name }: Context): Uint8Array {
  const host = name ?? (address.includes(':') ? `[${address}]` : address);
  const lines = [
    'GET / HTTP/1.1',
    `Host: ${host}:${port}`,
    'User-Agent: Mozilla/5.0 (compatible; Castellan Network Scanner)',
    'Accept: */*',
  ];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
}

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function bannersOf(banners: ServiceBanners): { readonly banners?: ServiceBanners } {
  return Object.keys(banners).length === 0 ? {} : { banners };
}
