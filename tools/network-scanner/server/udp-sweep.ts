import { setTimeout as wait } from 'node:timers/promises';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { DatagramLine } from '../../../server/adapters/datagrams.ts';
import type { Sockets } from '../../../server/adapters/sockets.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import { firstLineOf } from '../knowledge/listeners/greetings.ts';
import { writePortList } from '../knowledge/port-ranges.ts';
import type { OpenPort, UdpFacts } from '../knowledge/scan-facts.ts';
import type { UdpQuestion } from '../knowledge/udp/udp-asking.ts';
import { type UdpService, udpServices } from '../knowledge/udp/udp-ports.ts';

/** How fast a host is asked, in milliseconds. */
export type UdpTiming = {
  /** Between two ports of a host. */
  readonly gapMs: number;
  /** Between two ports that are asked again where the host sends ICMP errors: most systems send one a second (RFC 1812 §4.3.2.8). */
  readonly politeGapMs: number;
  /** How long the answers to the last ones are waited for, at least. */
  readonly patienceMs: number;
};

const usualTiming: UdpTiming = { gapMs: 25, politeGapMs: 1_050, patienceMs: 1_000 };

/** So often a port that answers nothing is asked. */
const maxTries = 3;
const hostsAtOnce = 64;
/** So many silent ports after the last ICMP error mean that the host has stopped sending them. */
const stoppedAfter = 6;

export type UdpPlan = {
  readonly hosts: readonly { readonly address: string; readonly name?: string; readonly roundTripMs: number }[];
  readonly sockets: Pick<Sockets, 'datagrams'>;
  readonly randomBytes: RandomBytes;
  readonly signal: AbortSignal;
  /** How many ports of all hosts have their answer, or will have none. */
  readonly onSettled: (count: number) => void;
  readonly timing?: UdpTiming;
  /** What is asked, by port: all of them where nothing is said. */
  readonly services?: ReadonlyMap<number, UdpService>;
};

/** Asks the UDP ports of each host what their protocols answer. Never rejects; when the signal fires, what was not asked twice counts as not tried. */
export async function sweepUdp(plan: UdpPlan): Promise<readonly UdpFacts[]> {
  const atOnce = limitAtOnce(hostsAtOnce);
  return Promise.all(plan.hosts.map((host) => atOnce(() => askHost(host, plan))));
}

type PortState = 'silent' | 'open' | 'closed' | 'filtered';

type Asked = {
  readonly port: number;
  readonly service: UdpService;
  readonly question: UdpQuestion;
  readonly lines: readonly DatagramLine[];
  tries: number;
  state: PortState;
  open?: OpenPort;
};

async function askHost(host: UdpPlan['hosts'][number], plan: UdpPlan): Promise<UdpFacts> {
  const { signal, services = udpServices, timing = usualTiming } = plan;
  const errors: number[][] = [];
  const asked: Asked[] = [];
  const silent = () => asked.filter(({ state }) => state === 'silent');
  const patienceMs = Math.max(timing.patienceMs, 4 * host.roundTripMs);
  for (let round = 0; round < maxTries && !signal.aborted; round += 1) {
    const refused: number[] = [];
    errors.push(refused);
    const sendsErrors = errors.some((ports) => ports.length > 0);
    // Where the host sends errors slowly, a third round takes half a minute: it is worth that only if the second one brought any.
    if (round === 2 && sendsErrors && errors[1]?.length === 0) break;
    const turns = round === 0 ? [...services] : silent().map(({ port, service }) => [port, service] as const);
    for (const [port, service] of turns) {
      if (signal.aborted) break;
      const known = asked.find((one) => one.port === port);
      const one = known ?? openPort(host, port, service, plan, (place) => void errors.at(-1)?.push(place));
      if (known === undefined) asked.push(one);
      // By now it may have answered.
      if (one.state !== 'silent') continue;
      sendTo(one);
      await pause(round === 0 || !sendsErrors ? timing.gapMs : timing.politeGapMs, signal);
    }
    if (silent().length > 0) await pause(patienceMs, signal);
    if (silent().length === 0) break;
  }
  for (const { lines } of asked) for (const { close } of lines) close();
  plan.onSettled(services.size);
  return describe(asked, [...services.keys()], errors, signal.aborted);
}

/** Waits, until the signal fires at most. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => undefined);
}

function sendTo(one: Asked): void {
  const { requests } = one.question;
  const request = requests[one.tries % requests.length] ?? new Uint8Array();
  one.tries += 1;
  for (const { send } of one.lines) send(request);
}

function openPort(
  { address, name }: UdpPlan['hosts'][number],
  port: number,
  service: UdpService,
  { sockets, randomBytes }: UdpPlan,
  onRefused: (port: number) => void,
): Asked {
  const { asking } = service;
  const host = name ?? (address.includes(':') ? `[${address}]` : address);
  const question = asking.ask({ host, port, randomBytes });
  const settle = (state: PortState, open?: OpenPort) => {
    if (one.state !== 'silent') return;
    one.state = state;
    if (open !== undefined) one.open = open;
    for (const { close } of one.lines) close();
  };
  const ears = {
    onMessage: (bytes: Uint8Array) => settle('open', describeAnswer(port, service, question, bytes)),
    onFailure: ({ code }: { readonly code: string }) => {
      if (code === 'exhausted') return;
      if (code === 'refused' && one.state === 'silent') onRefused(port);
      settle(code === 'refused' ? 'closed' : 'filtered');
    },
  };
  const place = { address, port };
  // ICMP errors come to a connected socket alone, and answers from another port to any other.
  const lines = [sockets.datagrams(place, ears), ...(asking.fromAnyPort === true ? [sockets.datagrams(place, ears, true)] : [])];
  const one: Asked = { port, service, question, lines, tries: 0, state: 'silent' };
  return one;
}

function describeAnswer(port: number, { service }: UdpService, { requests, read }: UdpQuestion, bytes: Uint8Array): OpenPort {
  // Who sends back what it is sent speaks no protocol but that.
  if (requests.some((request) => request.length > 0 && Buffer.compare(request, bytes) === 0))
    return { port, service: 'echo', by: 'answer', confidence: 10 };
  const known = read(bytes);
  const banners = known?.banners ?? firstLineOf(bytes);
  return {
    port,
    service: known?.service ?? service,
    ...(known === undefined ? { by: 'port' as const } : { by: 'answer' as const, confidence: known.confidence }),
    ...(known?.access === undefined ? {} : { access: known.access }),
    ...(Object.keys(banners).length === 0 ? {} : { banners }),
  };
}

function describe(asked: readonly Asked[], ports: readonly number[], errors: readonly (readonly number[])[], isCut: boolean): UdpFacts {
  const stateOf = (port: number) => {
    const one = asked.find((other) => other.port === port);
    return one === undefined || (one.state === 'silent' && isCut && one.tries < 2) ? 'untried' : one.state;
  };
  const listOf = (state: PortState | 'untried') => writePortList(ports.filter((port) => stateOf(port) === state));
  const [first = [], ...later] = errors;
  const lastError = first.at(-1);
  const silentAfter = lastError === undefined ? 0 : ports.filter((port) => port > lastError && stateOf(port) === 'silent').length;
  const icmp = later.some((round) => round.length > 0) ? 'limited' : silentAfter >= stoppedAfter ? 'stopped' : undefined;
  return {
    open: asked.flatMap(({ open }) => (open === undefined ? [] : [open])),
    closed: listOf('closed'),
    silent: listOf('silent'),
    filtered: listOf('filtered'),
    untried: listOf('untried'),
    ...(icmp === undefined ? {} : { icmp }),
  };
}
