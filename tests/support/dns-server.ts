import { createSocket, type Socket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Answer, AUTHENTIC_DATA, AUTHORITATIVE_ANSWER, decode, encode, type Question, TRUNCATED_RESPONSE } from 'dns-packet';
import { nsecOf, prove, type SignedZone, zoneOf } from './dns-proofs.ts';

type Nameless<One> = One extends Answer ? Omit<One, 'name'> : never;

/**
 * Records by lower-case name. `TIMEOUT` answers nothing, `SERVFAIL` and `REFUSED` say so: to questions for types that have no record
 * beside it. A name `*.x` is a wildcard.
 */
export type TestZone = Readonly<Record<string, readonly (Nameless<Answer> | 'TIMEOUT' | 'SERVFAIL' | 'REFUSED')[]>>;

/** A DNS server on loopback, or where it is told to listen, as an authority of everything that it has. */
export type TestDns = {
  /** `127.0.0.1:PORT`, or the address that was named. */
  readonly server: string;
  readonly port: number;
  /** Every question, as `TYPE name`. */
  readonly asked: readonly string[];
  readonly close: () => void;
};

type Options = {
  /** Where it listens in place of 127.0.0.1 and a port that is free. */
  readonly at?: { readonly address: string; readonly port: number };
  /** What an alias leads to comes along, as a resolver has it. */
  readonly followsAliases?: boolean;
  /** What is sent in the place of any answer. */
  readonly garbage?: (id: Buffer) => Buffer;
  /** Answers that are longer are cut over UDP, and come whole over TCP. */
  readonly maxUdpBytes?: number;
  /** Whether answers say that they were validated by DNSSEC; of some names alone. */
  readonly isValidated?: boolean | ((name: string) => boolean);
  /** Each so many questions go unanswered. */
  readonly dropEvery?: number;
  /** Every second answer over UDP comes so much later. */
  readonly lateMs?: number;
  /** Zones that are signed. A zone below another is answered from its own side, as a resolver does. */
  readonly signed?: readonly SignedZone[];
};

/** Starts it. */
export async function startTestDns(zone: TestZone, options: Options = {}): Promise<TestDns> {
  const asked: string[] = [];
  const late = new Set<NodeJS.Timeout>();
  const { garbage, maxUdpBytes = 65_535, dropEvery = 0, lateMs = 0, signed = [], followsAliases = false, at } = options;
  const answer = (message: Buffer): Buffer | undefined => {
    if (garbage !== undefined) return garbage(message.subarray(0, 2));
    const { id = 0, questions = [], additionals = [] } = decode(message);
    const [question] = questions;
    if (question === undefined) return undefined;
    asked.push(`${question.type} ${question.name}`);
    if (dropEvery > 0 && asked.length % dropEvery === 0) return undefined;
    const found = findRecords(zone, question.name.toLowerCase());
    const rcodes: Readonly<Record<string, number>> = { SERVFAIL: 2, REFUSED: 5 };
    const records = (found ?? []).filter((record) => typeof record !== 'string');
    // An alias has an NSEC record of its own, which is not looked for behind it (RFC 4035 §2.5).
    const wanted = records.filter(({ type }) => type === question.type || (type === 'CNAME' && !['CNAME', 'NSEC'].includes(question.type)));
    const failed = wanted.length > 0 ? undefined : found?.find((record) => record === 'SERVFAIL' || record === 'REFUSED');
    if (found?.includes('TIMEOUT') === true && wanted.length === 0) return undefined;
    const denied = wanted.length > 0 ? undefined : proofFor(question, additionals, zone, signed);
    const rcode = typeof failed === 'string' ? (rcodes[failed] ?? 0) : found === undefined && denied?.exists !== true ? 3 : 0;
    const { isValidated = false } = options;
    const isSecure = typeof isValidated === 'boolean' ? isValidated : isValidated(question.name.toLowerCase());
    const flags = AUTHORITATIVE_ANSWER | (isSecure ? AUTHENTIC_DATA : 0) | rcode;
    const answers = [
      ...wanted.map((record) => ({ ttl: 60, ...record, name: question.name }) as Answer),
      ...(followsAliases ? wanted.flatMap((record) => endsOf(zone, record, question.type)) : []),
      ...(denied?.answers ?? []),
    ];
    return encode({ type: 'response', id, flags, questions, answers, authorities: denied?.authorities ?? [] });
  };
  const { udp, tcp } = await listenOnBoth(at ?? { address: '127.0.0.1', port: 0 });
  udp.on('message', (message, from) => {
    const bytes = answer(message);
    if (bytes === undefined) return;
    const { id = 0, questions = [] } = bytes.length > maxUdpBytes ? decode(message) : {};
    const sent = bytes.length > maxUdpBytes ? encode({ type: 'response', id, flags: TRUNCATED_RESPONSE, questions }) : bytes;
    const send = () => udp.send(sent, from.port, from.address, () => {});
    if (lateMs > 0 && asked.length % 2 === 1) late.add(setTimeout(send, lateMs));
    else send();
  });
  tcp.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const bytes = answer(chunk.subarray(2));
      if (bytes !== undefined) socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]));
    });
  });
  const { port } = udp.address();
  return {
    server: `${at?.address ?? '127.0.0.1'}:${port}`,
    port,
    asked,
    close: () => {
      for (const one of late) clearTimeout(one);
      udp.close();
      tcp.close();
    },
  };
}

type Denied = { readonly answers: Answer[]; readonly authorities: Answer[]; readonly exists?: true };

/** Proofs for a name or a type that is not there, for who wants them; an NSEC record that is asked for stands among the answers. */
function proofFor(question: Question, additionals: Answer[], zone: TestZone, signed: readonly SignedZone[]): Denied | undefined {
  const name = question.name.toLowerCase();
  const own = zoneOf(name, signed, zone);
  const wantsProofs = additionals.some((one) => one.type === 'OPT' && one.flag_do);
  if (own === undefined || !wantsProofs) return undefined;
  const asked = question.type === 'NSEC' ? nsecOf(name, own, zone) : undefined;
  if (asked !== undefined) return { answers: [asked], authorities: [] };
  const { records, exists } = prove(name, own, zone);
  return { answers: [], authorities: [...records], ...(exists === true ? { exists } : {}) };
}

/** Listens by both. Where the system chooses the port it must be free for both: one that it gives for UDP may be taken for TCP. */
async function listenOnBoth({
  address,
  port: wanted,
}: {
  readonly address: string;
  readonly port: number;
}): Promise<{ readonly udp: Socket; readonly tcp: Server }> {
  for (;;) {
    const tcp = createServer();
    await new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(wanted, address, resolve));
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    const failure = await new Promise<Error | undefined>((resolve) =>
      udp.once('error', resolve).bind(port, address, () => resolve(undefined)),
    );
    if (failure === undefined) return { udp, tcp };
    udp.close();
    tcp.close();
    if (wanted !== 0) throw failure;
  }
}

/** What an alias leads to within the zone, alias by alias. */
function endsOf(zone: TestZone, record: Nameless<Answer>, type: string): readonly Answer[] {
  if (record.type !== 'CNAME' || type === 'CNAME') return [];
  const found = (findRecords(zone, record.data.toLowerCase()) ?? []).filter((one) => typeof one !== 'string');
  const wanted = found.filter((one) => one.type === type || one.type === 'CNAME');
  return wanted.flatMap((one) => [{ ttl: 60, ...one, name: record.data } as Answer, ...endsOf(zone, one, type)]);
}

function findRecords(zone: TestZone, name: string): TestZone[string] | undefined {
  const own = zone[name];
  if (own !== undefined) return own;
  // Names between existing ones exist without records (RFC 4592 §2.2.2).
  if (Object.keys(zone).some((other) => other.endsWith(`.${name}`))) return [];
  for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) {
    const above = name.slice(at + 1);
    const wild = zone[`*.${above}`];
    if (wild !== undefined) return wild;
    if (above in zone || Object.keys(zone).some((other) => other.endsWith(`.${above}`))) return undefined;
  }
  return undefined;
}
