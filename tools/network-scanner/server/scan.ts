import { cleanText } from '@castellan/exports/plain-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import { describeSocketFailure } from '../../../server/tools/network-failure.ts';
import type { NoteSeen } from '../../../server/tools/stopped-run.ts';
import { refuseInput, type ToolFailure, type ToolPorts, type ToolProgress } from '../../../server/tools/tool.ts';
import { certain } from '../knowledge/listeners/recognised.ts';
import { writePortList } from '../knowledge/port-ranges.ts';
import type { Asked, HostFacts, OpenPort, PortReason, ScanFacts, ScanSeen, SignIn, UdpFacts } from '../knowledge/scan-facts.ts';
import { addressesOf, type ScanTarget } from '../knowledge/scan-target.ts';
import { serviceAt } from '../knowledge/services.ts';
import { udpServices } from '../knowledge/udp/udp-ports.ts';
import { identifyPort } from './identify.ts';
import { portStates } from './port-table.ts';
import { trySignIns } from './sign-in.ts';
import { type Sweep, sweepPorts } from './sweep.ts';
import { sweepUdp } from './udp-sweep.ts';

type ScanPlan = {
  readonly target: ScanTarget;
  /** TCP ports; none where only UDP is asked for. */
  readonly portList: readonly number[];
  /** Asks all hosts of a range for all ports. Otherwise those are left out that answer nothing on a few usual TCP ports. */
  readonly scansSilent: boolean;
  /** `services`: what listens on open ports; otherwise nothing is sent to them after the connection. */
  readonly asked: Asked;
  readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions' | 'randomBytes' | 'clock'>;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** One address to scan. */
type Host = { readonly address: string; readonly name?: string; readonly otherAddresses?: readonly string[] };

/** Addresses times ports of one run. */
const maxProbes = 1_048_576;
const maxRunMs = 15 * 60_000;
/** How often the progress is put together. */
const tellEveryMs = 250;
/** Connections that ask what listens, at the same time. */
const maxIdentified = 200;
/** So many open ports of a run that say nothing are asked everything else; where more stay silent something answers for all of them. */
const maxAskedFurther = 256;
/** What hosts of a range are asked first: who answers none of these is taken to be silent. */
export const firstPorts = [443, 80, 22, 445, 3389, 8080, 53, 25, 135, 139, 5900, 62078];
/** Ports spread over the whole list that are asked before the others. */
const scoutCount = 48;

/** Scans, and says how far it is. The guard judges every address before the first packet; one that is refused refuses the target. */
export async function scan(plan: ScanPlan): Promise<Result<ScanFacts, ToolFailure>> {
  const { target, portList, scansSilent, asked, ports, signal, say, note } = plan;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
  say({ done: 0, doing: 'Looking up addresses' });
  const admitted = await admitAll(target, ports, ending);
  if (!admitted.ok) return admitted;
  const all = admitted.value;
  if (all.length * portList.length > maxProbes) {
    return refuseInput(
      `${all.length} hosts times ${portList.length} ports are too many for one run: at most ${maxProbes.toLocaleString('en')}.`,
    );
  }
  const hosts = all.length === 1 || scansSilent ? all : await findAwake(all, ports, ending, say);
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  const awake = new Set(hosts.map(({ address }) => address));
  const silent = all.flatMap(({ address }) => (awake.has(address) ? [] : [address]));
  const swept = await sweepAndIdentify({ target, hosts, portList, asked, ports, signal: ending, say, note });
  const described = hosts.map((host, index) => describeHost(host, index, portList, swept));
  const udp = asked.udp ? await askUdp(described, ports, ending, say) : [];
  const signIns = asked.signIns ? await signInEverywhere(described, ports, ending, say) : [];
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  const { attempts, loss } = swept.progress;
  return succeed({
    hosts: described.map((host, index) => ({
      ...host,
      open: host.open.map((port) => nameBySignIn(port, signIns[index] ?? [])),
      ...(udp[index] === undefined ? {} : { udp: udp[index] }),
      ...(signIns[index] === undefined ? {} : { signIns: signIns[index] }),
    })),
    asked,
    silent,
    ports: writePortList(portList),
    portCount: portList.length,
    ...(asked.udp ? { udpPorts: writePortList(udpServices.keys()) } : {}),
    attempts,
    loss: Math.round(loss * 10_000) / 10_000,
    ...(swept.notAskedFurther === 0 ? {} : { notAskedFurther: swept.notAskedFurther }),
  });
}

/** Every address of the target, each once, all of them judged. A name is scanned at the first of its addresses. */
async function admitAll(
  { text, parts }: ScanTarget,
  { sockets }: ScanPlan['ports'],
  signal: AbortSignal,
): Promise<Result<readonly Host[], ToolFailure>> {
  const hosts = new Map<string, Host>();
  for (const part of parts) {
    for (const host of part.kind === 'name' ? [part.host] : addressesOf(part)) {
      const admitted = await sockets.admit(host, signal);
      if (!admitted.ok)
        return fail(describeSocketFailure(admitted.failure, part.kind === 'name' ? host : parts.length === 1 ? text : host));
      const [address = host, ...otherAddresses] = admitted.value;
      if (hosts.has(address)) continue;
      const named = part.kind === 'name' ? { name: host, ...(otherAddresses.length === 0 ? {} : { otherAddresses }) } : {};
      hosts.set(address, { address, ...named });
    }
  }
  return succeed([...hosts.values()]);
}

/** The hosts that answer anything at all. */
async function findAwake(
  hosts: readonly Host[],
  { sockets }: ScanPlan['ports'],
  signal: AbortSignal,
  say: ScanPlan['say'],
): Promise<readonly Host[]> {
  say({ done: 0, doing: `Host discovery on ${hosts.length} addresses` });
  const awake = new Set<number>();
  const sweep = sweepPorts({
    addresses: hosts.map(({ address }) => address),
    ports: firstPorts,
    scouts: [],
    sockets,
    signal,
    onAnswer: (host, isOwn) => {
      if (isOwn) awake.add(host);
    },
  });
  await sweep.ended;
  return hosts.filter((_, index) => awake.has(index));
}

async function askUdp(
  hosts: readonly HostFacts[],
  { sockets, randomBytes }: ScanPlan['ports'],
  signal: AbortSignal,
  say: ScanPlan['say'],
): Promise<readonly UdpFacts[]> {
  const all = hosts.length * udpServices.size;
  let settled = 0;
  const tell = () => say({ done: 0.99, doing: `UDP: ${settled.toLocaleString('en')} of ${all.toLocaleString('en')} ports` });
  tell();
  return sweepUdp({
    hosts: hosts.map(({ address, name, roundTripMs = 0 }) => ({ address, ...(name === undefined ? {} : { name }), roundTripMs })),
    ...{ sockets, randomBytes, signal },
    onSettled: (count) => {
      settled += count;
      tell();
    },
  });
}

/** Hosts that are tried at the same time. */
const signInsAtOnce = 16;

async function signInEverywhere(
  hosts: readonly HostFacts[],
  ports: ScanPlan['ports'],
  signal: AbortSignal,
  say: ScanPlan['say'],
): Promise<readonly (readonly SignIn[])[]> {
  say({ done: 0.99, doing: 'Trying anonymous FTP, anonymous LDAP and the SNMP community public' });
  const atOnce = limitAtOnce(signInsAtOnce);
  return Promise.all(
    hosts.map(({ address, name, open, roundTripMs = 0 }) => atOnce(() => trySignIns(address, open, { ports, name, roundTripMs, signal }))),
  );
}

/** A service that took part in its protocol's sign-in has said what it is. */
function nameBySignIn(port: OpenPort, signIns: readonly SignIn[]): OpenPort {
  const spoke = signIns.find((one) => one.service !== 'snmp' && one.port === port.port && one.outcome !== 'unclear');
  return spoke === undefined || port.by === 'answer' ? port : { ...port, service: spoke.service, by: 'answer', confidence: certain };
}

type Swept = {
  readonly sweep: Sweep;
  /** By host, what is open, by port. */
  readonly found: readonly ReadonlyMap<number, OpenPort>[];
  /** How many silent ports were not asked everything. */
  readonly notAskedFurther: number;
  readonly progress: ReturnType<Sweep['progress']>;
};

async function sweepAndIdentify({
  target,
  hosts,
  portList,
  asked,
  ports,
  signal,
  say,
  note,
}: Pick<ScanPlan, 'target' | 'portList' | 'asked' | 'ports' | 'signal' | 'say' | 'note'> & {
  readonly hosts: readonly Host[];
}): Promise<Swept> {
  const found = hosts.map(() => new Map<number, OpenPort>());
  const identified: Promise<void>[] = [];
  const atOnce = limitAtOnce(maxIdentified);
  let silentPorts = 0;
  const mayAskFurther = () => {
    silentPorts += 1;
    return silentPorts <= maxAskedFurther;
  };
  const identify = async (host: number, port: number) => {
    const { address = '', name } = hosts[host] ?? {};
    found[host]?.set(port, { port, service: serviceAt(port), by: 'port' });
    if (!asked.services) return;
    const roundTripMs = Math.min(500, sweep.roundTripOf(host).smoothed);
    const looking = atOnce(() => identifyPort({ address, port }, { ports, name, roundTripMs, signal, mayAskFurther }));
    // One answer that cannot be read leaves the others alone; the report names it.
    const unread = (error: unknown): OpenPort => ({ port, service: serviceAt(port), by: 'port', unread: cleanText(String(error)) });
    found[host]?.set(port, await looking.catch(unread));
  };
  const sweep = sweepPorts({
    addresses: hosts.map(({ address }) => address),
    ports: portList,
    scouts: scoutsOf(portList),
    sockets: ports.sockets,
    signal,
    onOpen: (host, port) => void identified.push(identify(host, port)),
  });
  const tell = createTeller({ target: target.text, hosts, portList, sweep, found, say, note });
  const timer = setInterval(tell, tellEveryMs);
  await sweep.ended;
  clearInterval(timer);
  if (portList.length > 0) tell();
  if (asked.services && identified.length > 0) say({ done: 0.99, doing: `Identifying the services on ${identified.length} open ports` });
  await Promise.all(identified);
  return { sweep, found, notAskedFurther: Math.max(0, silentPorts - maxAskedFurther), progress: sweep.progress() };
}

/** Places in the list, spread evenly over it. */
function scoutsOf(portList: readonly number[]): readonly number[] {
  const step = portList.length / scoutCount;
  return step <= 1 ? [] : Array.from({ length: scoutCount }, (_, index) => Math.floor((index + 0.5) * step));
}

type Telling = {
  readonly target: string;
  readonly hosts: readonly Host[];
  readonly portList: readonly number[];
  readonly sweep: Sweep;
  readonly found: Swept['found'];
  readonly say: ScanPlan['say'];
  readonly note: ScanPlan['note'];
};

/** Says how far the sweep is, with the picture as it is now. */
function createTeller({ target, hosts, portList, sweep, found, say, note }: Telling): () => void {
  const startedAt = performance.now();
  const total = hosts.length * portList.length;
  return () => {
    const { answered, next } = sweep.progress();
    const tookMs = Math.max(1, performance.now() - startedAt);
    const perSecond = Math.round((answered * 1000) / tookMs);
    const at = Math.min(portList.length - 1, Math.floor(next / Math.max(1, hosts.length)));
    const from = portList[at - (at % 256)] ?? 0;
    const to = portList[Math.min(portList.length - 1, at - (at % 256) + 255)] ?? from;
    const left = tookMs < 500 || answered === 0 ? undefined : Math.round(((total - answered) / answered) * tookMs) / 1000;
    const seen: ScanSeen = {
      target,
      hosts: hosts.length,
      ...drawSweep(hosts.length, portList, sweep),
      ...listOpen(hosts, found),
      perSecond,
      ...(left === undefined ? {} : { secondsLeft: left }),
      ...roundTripOf(sweep, 0),
    };
    const doing = next >= total ? 'Retrying silent ports' : `Trying ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
    note('open ports so far', { ...listOpen(hosts, found), ports: writePortList(portList) });
    say({ done: total === 0 ? 0.99 : (answered / total) * 0.98, doing, seen });
  };
}

/** Which ports have been tried and which of them are silent, over all hosts together, with the counts. */
function drawSweep(hostCount: number, portList: readonly number[], sweep: Sweep) {
  const { untried, asked, closed, filtered, silent } = portStates;
  const tried: number[] = [];
  const filteredPorts: number[] = [];
  let [filteredCount, closedCount] = [0, 0];
  portList.forEach((port, index) => {
    let [isTried, isSilent] = [true, false];
    for (let host = 0; host < hostCount; host += 1) {
      const state = sweep.stateOf(host, index);
      if (state === untried || state === asked) isTried = false;
      if (state === filtered || state === silent) {
        isSilent = true;
        filteredCount += 1;
      }
      if (state === closed) closedCount += 1;
    }
    if (isTried) tried.push(port);
    if (isSilent) filteredPorts.push(port);
  });
  return { tried: writePortList(tried), filteredPorts: writePortList(filteredPorts), filtered: filteredCount, closed: closedCount };
}

const maxShownOpen = 60;

function listOpen(hosts: readonly Host[], found: Swept['found']): Pick<ScanSeen, 'open' | 'openCount'> {
  const open = hosts.flatMap(({ address }, index) =>
    [...(found[index]?.values() ?? [])].map(({ port, service, by }) => ({ address, port, service, by })),
  );
  return { open: open.sort((one, other) => one.port - other.port).slice(0, maxShownOpen), openCount: open.length };
}

function describeHost(host: Host, index: number, portList: readonly number[], { sweep, found }: Swept): HostFacts {
  const counts = { closed: 0, filtered: 0, untried: 0 };
  const reasons: Partial<Record<PortReason, number>> = {};
  const filteredPorts: number[] = [];
  portList.forEach((port, at) => {
    const state = sweep.stateOf(index, at);
    if (state === portStates.untried) {
      counts.untried += 1;
      return;
    }
    if (state === portStates.closed) counts.closed += 1;
    if (state === portStates.filtered || state === portStates.silent) {
      counts.filtered += 1;
      filteredPorts.push(port);
    }
    const reason = sweep.reasonOf(index, at) ?? 'no-response';
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  });
  const open = [...(found[index]?.values() ?? [])].sort((one, other) => one.port - other.port);
  return { ...host, open, ...counts, filteredPorts: writePortList(filteredPorts), reasons, ...roundTripOf(sweep, index) };
}

function roundTripOf(sweep: Sweep, host: number): { readonly roundTripMs?: number } {
  const { isKnown, smoothed } = sweep.roundTripOf(host);
  return isKnown ? { roundTripMs: Math.round(smoothed * 10) / 10 } : {};
}
