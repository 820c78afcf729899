import { cleanText } from '@castellan/exports/plain-text';
import { encodeClientHello } from '@castellan/probes/tls/client-hello';
import { type OfferedProtocol, type ProtocolName, protocolNames } from '@castellan/probes/tls/protocol';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import type { NoteSeen } from '../../../server/tools/stopped-run.ts';
import type { ToolPorts, ToolProgress } from '../../../server/tools/tool.ts';
import { legacySuites, suiteByName } from '../knowledge/cipher-suites.ts';
import { type EnumeratedProtocol, type Enumeration, enumerateProtocol, enumerateSsl2, sayHello } from '../knowledge/enumerate.ts';
import { legacyGroups } from '../knowledge/groups.ts';
import { alerts, isWholeAnswer, maxAnswerBytes, readServerAnswer, type ServerFlight } from '../knowledge/server-answer.ts';
import type { TlsFacts } from '../knowledge/tls-facts.ts';
import { judgeChain } from './judge-chain.ts';
import { lookAtSessions, type SessionFacts } from './look-at-sessions.ts';
import type { OpenLine, StartTls } from './open-line.ts';
import { readChain, type SeenChain } from './read-certificates.ts';

/** What is inspected, and by which ways. */
export type Inspection = {
  readonly kind: 'name' | 'ipv4' | 'ipv6';
  readonly host: string;
  readonly address: string;
  readonly startTls: StartTls;
  readonly openLine: OpenLine;
  /** Roots of a private authority, as PEM. */
  readonly trusted: readonly string[];
  readonly ports: Pick<ToolPorts, 'tlsSessions' | 'randomBytes' | 'clock'>;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** Connections open at the same time: quick, and no burden to a small server. */
const maxAtOnce = 12;

/** How long a server may take to answer one hello. */
const answerMs = 4_000;

/** Tries everything and says what was seen. Returns early, with what there is, once the signal fired. */
export async function inspectTls(inspection: Inspection): Promise<TlsFacts> {
  const { host, kind, address, startTls, ports, signal, trusted } = inspection;
  const serverName = kind === 'name' ? host : undefined;
  let handshakes = 0;
  const counted: OpenLine = async () => {
    handshakes += 1;
    return inspection.openLine();
  };
  const say = createSteps(inspection.say);
  const late = new Set<ProtocolName>();
  const askFor = (name: ProtocolName) => createEnumeration(counted, serverName, inspection, () => late.add(name));
  const sessionsFound = lookAtSessions(counted, ports.tlsSessions, { serverName, host, asksHttp: startTls === undefined, trusted });
  // Waited for below: a fault meanwhile is not to end the process.
  sessionsFound.catch(() => {});
  const found = await Promise.all(protocolNames.map((name) => enumerate(askFor(name), name, say)));
  const protocols = found.filter((protocol) => protocol !== undefined);
  const offered = protocols.map(({ flights: _, ...protocol }) => protocol);
  inspection.note('protocols', { address, startTls, protocols: offered });
  const enumeration = createEnumeration(counted, serverName, inspection, () => {});
  const [sessions, features, refusal] = await Promise.all([
    sessionsFound,
    findFeatures(enumeration, protocols),
    protocols.length === 0 ? lookAtRefusal(enumeration) : undefined,
  ]);
  say('Certificates');
  signal.throwIfAborted();
  const nowMs = ports.clock.nowMs();
  const roots = trusted.length === 0 ? ports.tlsSessions.roots : [...ports.tlsSessions.roots, ...trusted];
  const judge = (sent: readonly Uint8Array[]) => judgeChain(sent, roots, nowMs);
  const chains = gatherChains(protocols, sessions, judge).map((seen, index) => readChain(index, seen, { kind, host }, nowMs, roots));
  const certificates = chains.flatMap((chain) => chain.certificates);
  const facts = chains.map((chain) => chain.facts);
  inspection.note('certificates', { certificates, ...features });
  return {
    address,
    handshakes,
    startTls,
    protocols: offered,
    certificates,
    chains: facts,
    applicationProtocol: sessions.sessions.find(({ applicationProtocol }) => applicationProtocol !== undefined)?.applicationProtocol,
    hasStaple: facts.some(({ staple, isForNoName }) => staple !== undefined && isForNoName !== true),
    ...features,
    hsts: sessions.hsts,
    unseen: facts.some(({ isForNoName }) => isForNoName !== true) ? '' : whyUnseen(offered, sessions, refusal, serverName),
    unanswered: protocolNames.filter((name) => late.has(name) && !offered.some((protocol) => protocol.name === name)),
    plainText: refusal?.plainText ?? '',
    withoutName: describeNameless(facts, sessions),
  };
}

type Refusal = { readonly plainText: string; readonly alert: number | undefined; readonly isSilent: boolean };

/** What a server that speaks no protocol does with one more hello: a line of text, an alert, or nothing. */
async function lookAtRefusal(given: Enumeration): Promise<Refusal> {
  const hello = encodeClientHello({
    protocol: 'TLSv1.2',
    suites: legacySuites,
    groups: legacyGroups,
    random: given.randomBytes(32),
    ...(given.serverName === undefined ? {} : { serverName: given.serverName }),
  });
  const bytes = await given.ask(hello, (answer) => isWholeAnswer(answer, true));
  const answer = readServerAnswer(bytes);
  const [line = ''] = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).split(/[\r\n]/);
  const isText = answer.kind === 'garbage' && /^[\t -~]{4,}$/.test(line);
  return {
    plainText: isText ? cleanText(line, 100) : '',
    alert: answer.kind === 'alert' ? answer.description : undefined,
    isSilent: bytes.length === 0,
  };
}

/** Why no certificate was seen, in words that follow a colon. */
function whyUnseen(
  protocols: readonly OfferedProtocol[],
  { failure }: SessionFacts,
  refusal: Refusal | undefined,
  serverName: string | undefined,
): string {
  if (refusal?.alert === alerts.unrecognizedName || /UNRECOGNIZED_NAME/i.test(failure))
    return serverName === undefined
      ? 'the server requires a server name (SNI); inspect it by its host name'
      : `the server does not recognise the name ${serverName}`;
  if (refusal !== undefined) return refusal.isSilent ? 'the server does not answer a ClientHello' : 'the server rejects every ClientHello';
  const suites = protocols.flatMap((protocol) => protocol.suites);
  if (suites.length > 0 && suites.every((name) => name.includes('_PSK_')))
    return 'the server offers pre-shared key (PSK) cipher suites only';
  if (suites.length > 0 && suites.every((name) => /_anon_/.test(name)))
    return 'the server offers anonymous cipher suites only, which use no certificate';
  return `the handshake failed (${cleanText(failure, 60) || 'connection closed'})`;
}

function describeNameless(chains: TlsFacts['chains'], { refusesNoName }: SessionFacts): TlsFacts['withoutName'] {
  if (refusesNoName === undefined) return undefined;
  if (refusesNoName) return 'refused';
  return chains.some(({ isForNoName }) => isForNoName === true) ? 'other' : 'same';
}

function createEnumeration(
  openLine: OpenLine,
  serverName: string | undefined,
  { ports, signal }: Inspection,
  /** Is told of a hello that had no answer in time. */
  onLate: () => void,
): Enumeration {
  const turn = limitAtOnce(maxAtOnce);
  return {
    serverName,
    randomBytes: ports.randomBytes,
    ask: (bytes, isWhole) =>
      turn(async () => {
        signal.throwIfAborted();
        const line = await openLine();
        if (!line.ok) return new Uint8Array();
        const answer = await exchangeBytes(line.value, bytes, { isWhole, maxBytes: maxAnswerBytes, timeoutMs: answerMs });
        // The other side holds the connection open, and has said nothing.
        if (answer.length === 0 && !line.value.destroyed && !line.value.readableEnded) onLate();
        // Without a reset the server would wait for the rest of a handshake that never comes.
        line.value.resetAndDestroy();
        return answer;
      }),
  };
}

async function enumerate(given: Enumeration, name: ProtocolName, say: (step: string) => void): Promise<EnumeratedProtocol | undefined> {
  const protocol = name === 'SSLv2' ? await enumerateSsl2(given) : await enumerateProtocol(given, name);
  say(protocol === undefined ? `${name}: not offered` : `${name}: ${protocol.suites.length} suites`);
  return protocol === undefined ? undefined : { flights: [], ...protocol };
}

/** Says one step after the other, in equal parts of the whole. */
function createSteps(say: (progress: ToolProgress) => void): (doing: string) => void {
  const steps = protocolNames.length + 1;
  let done = 0;
  return (doing) => {
    done += 1;
    say({ done: Math.min(1, done / steps), doing });
  };
}

type Features = Pick<TlsFacts, 'secureRenegotiation' | 'fallbackProtection' | 'compression' | 'extendedMasterSecret'>;

/** What single hellos show beside suites and groups. TLS 1.3 has it all by its design. */
async function findFeatures(given: Enumeration, protocols: readonly OfferedProtocol[]): Promise<Features> {
  const older = protocols.filter(({ name }) => name !== 'SSLv2' && name !== 'TLSv1.3');
  const best = older.at(-1);
  if (best === undefined || best.name === 'SSLv2') {
    return {
      secureRenegotiation: protocols.length > 0,
      fallbackProtection: undefined,
      compression: false,
      extendedMasterSecret: protocols.length > 0,
    };
  }
  const suites = best.suites.flatMap((name) => suiteByName(name)?.code ?? []);
  const [plain, squeezed, isProtected] = await Promise.all([
    sayHello(given, { protocol: best.name, suites, groups: legacyGroups }),
    sayHello(given, { protocol: best.name, suites, groups: legacyGroups, offersCompression: true }),
    refusesFallback(given, protocols),
  ]);
  const has = (extension: number) => plain.kind === 'hello' && plain.extensions.has(extension);
  return {
    secureRenegotiation: has(0xff01),
    fallbackProtection: isProtected,
    compression: squeezed.kind === 'hello' && squeezed.compression === 1,
    extendedMasterSecret: has(23),
  };
}

/** Falls back to the oldest protocol but says so (RFC 7507): a careful server breaks off. */
async function refusesFallback(given: Enumeration, protocols: readonly OfferedProtocol[]): Promise<boolean | undefined> {
  const [oldest] = protocols.filter(({ name }) => name !== 'SSLv2');
  if (oldest === undefined || oldest.name === 'SSLv2' || oldest.name === protocols.at(-1)?.name) return undefined;
  const codes = oldest.suites.flatMap((name) => suiteByName(name)?.code ?? []);
  const answer = await sayHello(given, { protocol: oldest.name, suites: [...codes, 0x5600], groups: legacyGroups });
  return answer.kind === 'alert' && (answer.description === alerts.inappropriateFallback || answer.description === alerts.handshakeFailure);
}

/** Each different chain once: as it was sent in clear where it was, otherwise as the handshake gave it. */
function gatherChains(
  protocols: readonly { readonly flights: readonly ServerFlight[] }[],
  { sessions }: SessionFacts,
  judge: (sent: readonly Uint8Array[]) => string,
): readonly SeenChain[] {
  const clear = protocols.flatMap(({ flights }) => flights.filter(({ certificates }) => certificates.length > 0));
  const chains = new Map<string, SeenChain>();
  for (const session of sessions) {
    const [leaf] = session.chain;
    if (leaf === undefined) continue;
    // A server may staple in one of its handshakes and not yet in another.
    const known = chains.get(keyOf(leaf));
    if (known !== undefined) {
      if (known.staple === undefined && session.staple !== undefined) chains.set(keyOf(leaf), { ...known, staple: session.staple });
      continue;
    }
    const flight = session.isForNoName ? undefined : clear.find(({ certificates }) => isSame(certificates[0], leaf));
    // Without a flight in clear the root was added by this machine's store, not sent.
    const unsent = session.distrust === undefined ? session.chain.slice(0, Math.max(1, session.chain.length - 1)) : session.chain;
    chains.set(keyOf(leaf), {
      sent: flight?.certificates ?? unsent,
      built: session.chain,
      distrust: session.distrust ?? '',
      staple: session.staple ?? flight?.staple,
      isForNoName: session.isForNoName,
    });
  }
  for (const { certificates: sent, staple } of clear) {
    const [leaf] = sent;
    if (leaf === undefined || chains.get(keyOf(leaf))?.isForNoName === false) continue;
    chains.set(keyOf(leaf), { sent, built: [], distrust: judge(sent), staple, isForNoName: false });
  }
  return [...chains.values()];
}

function keyOf(der: Uint8Array): string {
  return Buffer.from(der).toString('base64');
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
