import { setTimeout } from 'node:timers/promises';
import { type OfferedProtocol, type ProtocolName, protocolNames } from '@castellan/probes/tls/protocol';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import type { NoteSeen } from '../../../server/tools/stopped-run.ts';
import type { ToolPorts, ToolProgress } from '../../../server/tools/tool.ts';
import { suiteByName } from '../knowledge/cipher-suites.ts';
import { type EnumeratedProtocol, type Enumeration, enumerateProtocol, enumerateSsl2, sayHello } from '../knowledge/enumerate.ts';
import { legacyGroups } from '../knowledge/groups.ts';
import { alerts, maxAnswerBytes, type ServerFlight } from '../knowledge/server-answer.ts';
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
  readonly ports: Pick<ToolPorts, 'tlsSessions' | 'randomBytes' | 'clock'>;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** Connections open at the same time: quick, and no burden to a small server. */
const maxAtOnce = 12;

/** How long the answer to one HTTP request is waited for when everything else is done. */
const httpGraceMs = 300;

/** How long a server may take to answer one hello. */
const answerMs = 4_000;

/** Tries everything and says what was seen. Returns early, with what there is, once the signal fired. */
export async function inspectTls(inspection: Inspection): Promise<TlsFacts> {
  const { host, kind, address, startTls, ports, signal } = inspection;
  const serverName = kind === 'name' ? host : undefined;
  let handshakes = 0;
  const openLine = inspection.openLine;
  const counted: OpenLine = async () => {
    handshakes += 1;
    return openLine();
  };
  const enumeration = createEnumeration(counted, serverName, inspection);
  const say = createSteps(inspection.say);
  const enumerated = Promise.all(protocolNames.map((name) => enumerate(enumeration, name, say)));
  // A server that speaks TLS and no HTTP says nothing, and is not waited for.
  const until = enumerated.then(
    () => setTimeout(httpGraceMs, undefined, { ref: false }),
    () => undefined,
  );
  const asksHttp = startTls === undefined;
  const sessionsFound = lookAtSessions(counted, ports.tlsSessions, { serverName, host, asksHttp, until });
  // Waited for below: a fault meanwhile is not to end the process.
  sessionsFound.catch(() => {});
  const found = await enumerated;
  const protocols = found.filter((protocol) => protocol !== undefined);
  const offered = protocols.map(({ flights: _, ...protocol }) => protocol);
  inspection.note('protocols', { address, startTls, protocols: offered });
  const [sessions, features] = await Promise.all([sessionsFound, findFeatures(enumeration, protocols)]);
  say('Certificates');
  signal.throwIfAborted();
  const nowMs = ports.clock.nowMs();
  const judge = (sent: readonly Uint8Array[]) => judgeChain(sent, ports.tlsSessions.roots, nowMs);
  const chains = gatherChains(protocols, sessions, judge).map((seen, index) => readChain(index, seen, { kind, host }, nowMs));
  inspection.note('certificates', { certificates: chains.flatMap(({ certificates }) => certificates), ...features });
  return {
    address,
    handshakes,
    startTls,
    protocols: offered,
    certificates: chains.flatMap(({ certificates }) => certificates),
    chains: chains.map(({ facts }) => facts),
    applicationProtocol: sessions.sessions.find(({ applicationProtocol }) => applicationProtocol !== undefined)?.applicationProtocol,
    hasStaple:
      sessions.sessions.some(({ staple }) => staple !== undefined) ||
      protocols.some(({ flights }) => flights.some(({ hasStaple }) => hasStaple)),
    ...features,
    hstsMaxAge: sessions.hstsMaxAge,
  };
}

function createEnumeration(openLine: OpenLine, serverName: string | undefined, { ports, signal }: Inspection): Enumeration {
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
  const clear = protocols.flatMap(({ flights }) => flights.map(({ certificates }) => certificates).filter(({ length }) => length > 0));
  const chains = new Map<string, SeenChain>();
  for (const session of sessions) {
    const [leaf] = session.chain;
    if (leaf === undefined) continue;
    const sent = clear.find((certificates) => isSame(certificates[0], leaf));
    // Without a flight in clear the root was added by this machine's store, not sent.
    const unsent = session.distrust === undefined ? session.chain.slice(0, Math.max(1, session.chain.length - 1)) : session.chain;
    chains.set(keyOf(leaf), { sent: sent ?? unsent, built: session.chain, distrust: session.distrust ?? '' });
  }
  for (const sent of clear) {
    const [leaf] = sent;
    if (leaf !== undefined && !chains.has(keyOf(leaf))) chains.set(keyOf(leaf), { sent, built: [], distrust: judge(sent) });
  }
  return [...chains.values()];
}

function keyOf(der: Uint8Array): string {
  return Buffer.from(der).toString('base64');
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}
