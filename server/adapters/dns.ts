import { randomInt } from 'node:crypto';
import { getServers } from 'node:dns';
import { type BlockList, isIP, type Socket } from 'node:net';
import { classifyAddress } from '@castellan/foundation/address-class';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type DnsFailureCode, type DnsType, isDnsName } from '@castellan/probes/dns/records';
import { type DatagramLine, openDatagramLine } from './datagrams.ts';
import { type DnsMessage, type DnsQuestion, idOf, type ReadMessage, readMessage, writeQuestion } from './dns-message.ts';
import { isAllowedAddress } from './egress-address.ts';
import { openSocket, type Place } from './sockets.ts';

/** One question to DNS. */
export type DnsQuery = {
  readonly name: string;
  readonly type: DnsType | 'NSEC';
  /** The address of an authoritative server to ask in place of the resolver; the guard judges it. */
  readonly at?: string;
  /** Wants what the resolver would hold back because DNSSEC proves it wrong. */
  readonly isUnchecked?: boolean;
  /** Wants DNSSEC's records as well: those that prove what does not exist stand among the authorities. */
  readonly wantsProofs?: boolean;
  readonly signal: AbortSignal;
};

/** The way to DNS. */
export type Dns = {
  /** Never rejects. A name that no message can carry is answered as one that does not exist. */
  readonly ask: (query: DnsQuery) => Promise<Result<DnsMessage, { readonly code: DnsFailureCode }>>;
  /** Whether strangers may be asked about an address: it is public, whatever other networks the operator lets the tools reach. */
  readonly isPublic: (address: string) => boolean;
};

type Options = {
  /** Networks that are not public and may be reached all the same. */
  readonly allowedNetworks: BlockList;
  /** The resolver, an address with perhaps a port; the system's where none is named. The guard does not judge it: it is the operator's choice. */
  readonly server?: string | undefined;
  /** Where authoritative servers listen. */
  readonly authorityPort?: number;
  /** How long each try waits for an answer. */
  readonly triesMs?: readonly number[];
};

/** A lost datagram costs a second. */
const defaultTriesMs = [1_000, 1_500, 2_500];
const maxLines = 8;
const maxTcpBytes = 65_537;

/** Makes the way to DNS. Throws, with a sentence for people, where `server` is no address. */
export function createDns({ allowedNetworks, server, authorityPort = 53, triesMs = defaultTriesMs }: Options): Dns {
  const resolvers = (server === undefined ? getServers() : [server]).flatMap((text) => parseDnsServer(text) ?? []);
  if (server !== undefined && resolvers.length === 0) throw new Error('--dns is the address of a DNS server, perhaps with a port.');
  const lines = new Map<string, Line[]>();
  return {
    isPublic: (address) => classifyAddress(address) === 'public',
    ask: async ({ name, type, at, isUnchecked = false, wantsProofs = false, signal }) => {
      if (!isDnsName(name) || !/^[\x20-\x7e]+$/.test(name)) return succeed(nothing);
      if (at !== undefined && !isAllowedAddress(at, allowedNetworks)) return fail({ code: 'address_refused' });
      const places = at === undefined ? resolvers : [{ address: at, port: authorityPort }];
      const question = { name, type, isRecursive: at === undefined, isUnchecked, wantsProofs };
      let code: DnsFailureCode = 'unreachable';
      for (const [turn, timeoutMs] of triesMs.entries()) {
        const place = places[turn % places.length];
        if (place === undefined) break;
        const answer = await askOnce(lines, place, question, { timeoutMs, signal });
        if (answer.kind === 'answer') return succeed(answer.message);
        code = answer.kind === 'failure' ? answer.code : 'garbled';
        // A plain no is worth a second server, not the same one again.
        if (code === 'aborted' || (code !== 'timed_out' && turn + 1 >= places.length)) break;
      }
      return fail({ code });
    },
  };
}

const nothing: DnsMessage = { code: 'NXDOMAIN', answers: [], authorities: [], proofs: [], isAuthoritative: false, isValidated: false };

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`; `undefined` where it is none. */
export function parseDnsServer(text: string): Place | undefined {
  if (isIP(text) !== 0) return { address: text, port: 53 };
  const [, six, four, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([\d.]+))(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const address = six ?? four ?? '';
  const number = Number(port ?? 53);
  return isIP(address) === 0 || number > 65_535 ? undefined : { address, port: number };
}

type Waiting = { readonly timeoutMs: number; readonly signal: AbortSignal };

async function askOnce(lines: Map<string, Line[]>, place: Place, question: DnsQuestion, waiting: Waiting): Promise<ReadMessage> {
  let answer = await askByUdp(lines, place, question, waiting, true);
  if (answer.kind === 'no_edns') answer = await askByUdp(lines, place, question, waiting, false);
  if (answer.kind === 'cut') answer = await askByTcp(place, question, waiting);
  if (answer.kind === 'answer' || answer.kind === 'failure') return answer;
  // Neither with EDNS nor without: it does not know the question.
  return { kind: 'failure', code: answer.kind === 'no_edns' ? 'refused' : 'garbled' };
}

/** A socket to one server with the questions that wait on it, by their numbers, and the numbers of those that were given up. */
type Line = {
  readonly waiting: Map<number, (bytes: Uint8Array | DnsFailureCode) => void>;
  readonly givenUp: Set<number>;
  readonly datagrams: DatagramLine;
};

function askByUdp(
  lines: Map<string, Line[]>,
  place: Place,
  question: DnsQuestion,
  { timeoutMs, signal }: Waiting,
  hasEdns: boolean,
): Promise<ReadMessage> {
  if (signal.aborted) return Promise.resolve({ kind: 'failure', code: 'aborted' });
  const { promise, resolve } = Promise.withResolvers<ReadMessage>();
  const line = pickLine(lines, place);
  let id = randomInt(65_536);
  while (line.waiting.has(id)) id = randomInt(65_536);
  let strayed = false;
  const finish = (read: ReadMessage) => {
    clearTimeout(giveUp);
    signal.removeEventListener('abort', abort);
    line.waiting.delete(id);
    if (line.waiting.size === 0) dropLine(lines, place, line);
    resolve(read);
  };
  const giveUp = setTimeout(() => {
    line.givenUp.add(id);
    finish({ kind: 'failure', code: strayed ? 'garbled' : 'timed_out' });
  }, timeoutMs);
  line.givenUp.delete(id);
  const abort = () => finish({ kind: 'failure', code: 'aborted' });
  signal.addEventListener('abort', abort, { once: true });
  line.waiting.set(id, (bytes) => {
    if (typeof bytes === 'string') {
      if (bytes === 'garbled') strayed = true;
      else finish({ kind: 'failure', code: bytes });
      return;
    }
    const read = readMessage(bytes, question);
    // An answer to something else may be a forgery: the true one may still come.
    if (read.kind === 'other') strayed = true;
    else finish(read);
  });
  line.datagrams.send(writeQuestion(id, question, hasEdns));
  return promise;
}

/** Several sockets to a server, so that a forger has to guess a port besides a number; closed once nobody waits on them. */
function pickLine(lines: Map<string, Line[]>, place: Place): Line {
  const key = `${place.address} ${place.port}`;
  const open = lines.get(key) ?? [];
  lines.set(key, open);
  if (open.length >= maxLines) {
    const picked = open[randomInt(open.length)];
    if (picked !== undefined) return picked;
  }
  const waiting: Line['waiting'] = new Map();
  const givenUp: Line['givenUp'] = new Set();
  const tell = (said: DnsFailureCode) => {
    for (const hear of [...waiting.values()]) hear(said);
  };
  const datagrams = openDatagramLine(place, {
    onMessage: (bytes) => {
      const id = idOf(bytes) ?? -1;
      const hear = waiting.get(id);
      if (hear !== undefined) hear(bytes);
      // An answer that came too late is no garbage for whoever still waits.
      else if (!givenUp.has(id)) tell('garbled');
    },
    onFailure: () => {
      dropLine(lines, place, line);
      tell('unreachable');
    },
  });
  const line = { waiting, givenUp, datagrams };
  open.push(line);
  return line;
}

function dropLine(lines: Map<string, Line[]>, place: Place, line: Line): void {
  const key = `${place.address} ${place.port}`;
  const left = (lines.get(key) ?? []).filter((one) => one !== line);
  if (left.length === 0) lines.delete(key);
  else lines.set(key, left);
  line.datagrams.close();
}

async function askByTcp(place: Place, question: DnsQuestion, waiting: Waiting): Promise<ReadMessage> {
  const opened = await openSocket(place, waiting);
  if (!opened.ok) return { kind: 'failure', code: opened.failure.code === 'aborted' ? 'aborted' : 'unreachable' };
  const id = randomInt(65_536);
  const bytes = writeQuestion(id, question, true);
  opened.value.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
  const answer = await readFramed(opened.value, waiting.timeoutMs);
  opened.value.destroy();
  if (waiting.signal.aborted) return { kind: 'failure', code: 'aborted' };
  if (answer === undefined) return { kind: 'failure', code: 'timed_out' };
  return idOf(answer) === id ? readMessage(answer, question) : { kind: 'failure', code: 'garbled' };
}

/** One message, which tells its length in front; `undefined` where it does not come whole and in time. */
function readFramed(socket: Socket, timeoutMs: number): Promise<Uint8Array | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  const received = Buffer.alloc(maxTcpBytes);
  let filled = 0;
  const giveUp = setTimeout(() => finish(undefined), timeoutMs);
  const finish = (message: Uint8Array | undefined) => {
    clearTimeout(giveUp);
    resolve(message);
  };
  socket.once('close', () => finish(undefined));
  socket.on('data', (chunk: Buffer) => {
    filled += chunk.copy(received, filled);
    if (filled < 2) return;
    const end = 2 + received.readUInt16BE(0);
    if (filled >= end) finish(received.subarray(2, end));
  });
  return promise;
}
