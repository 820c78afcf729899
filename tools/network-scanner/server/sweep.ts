import { createPace, newRoundTrip, noteRoundTrip, type RoundTrip, waitMs } from '@castellan/probes/network-scanner/pace';
import type { PortReason } from '@castellan/probes/network-scanner/scan-facts';
import type { KnockOutcome } from '../../adapters/knock.ts';
import type { Sockets } from '../../adapters/sockets.ts';

/** What is known of one port of one host. */
export const portStates = { untried: 0, asked: 1, closed: 2, filtered: 3, open: 4, silent: 5 } as const;

/** A sweep under way, or ended. */
export type Sweep = {
  /** Fires once every port has its answer, the signal fired, or time ran out. */
  readonly ended: Promise<void>;
  readonly stateOf: (host: number, port: number) => number;
  readonly reasonOf: (host: number, port: number) => PortReason | undefined;
  readonly roundTripOf: (host: number) => Readonly<RoundTrip>;
  /** How many ports have their answer, and which one in the order of asking comes next. */
  readonly progress: () => { readonly answered: number; readonly next: number; readonly attempts: number; readonly loss: number };
};

export type SweepPlan = {
  /** Each judged by the guard already; it judges them again. */
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
  /** Ports by their place in `ports` that are asked first: what they answer tells how long to wait for the others. */
  readonly scouts: readonly number[];
  readonly sockets: Pick<Sockets, 'knock'>;
  /** Closes every socket of the sweep at once. */
  readonly signal: AbortSignal;
  /** A port is open. Called once for each. */
  readonly onOpen?: (host: number, port: number) => void;
  /** A port got an answer: the host's own, or of something before it that says there is no way. */
  readonly onAnswer?: (host: number, isOwn: boolean) => void;
};

/** Connections open at once, at the most. */
const widest = 2048;
/** Connections begun in one turn of the event loop: answers are taken in between. */
const batch = 128;
const sweepEveryMs = 10;
/** Tries for a port that does not answer: one more where answers are seen to get lost. */
const triesWithoutLoss = 3;
const triesWithLoss = 4;
const someLoss = 0.003;
/** One of so many connections asks a silent port again while there are new ones: so loss is seen early. */
const againEvery = 8;
const maxSelfConnects = 4;

const reasons: readonly (PortReason | undefined)[] = [
  undefined,
  'syn-ack',
  'conn-refused',
  'reset',
  'no-response',
  'host-unreach',
  'net-unreach',
  'admin-prohibited',
];
const reasonOfOutcome: Readonly<Partial<Record<KnockOutcome, PortReason>>> = {
  open: 'syn-ack',
  refused: 'conn-refused',
  itself: 'conn-refused',
  reset: 'reset',
  host_unreachable: 'host-unreach',
  net_unreachable: 'net-unreach',
  prohibited: 'admin-prohibited',
  address_refused: 'admin-prohibited',
};

type Slot = { index: number; sentAt: number; tries: number; close: () => void };

/**
 * Tries a TCP connection to every port of every host, port by port over all hosts. One timer gives up those that do not answer; a
 * port that is silent is tried again later. Never rejects.
 */
export function sweepPorts({ addresses, ports, scouts, sockets, signal, onOpen, onAnswer }: SweepPlan): Sweep {
  const { asked, closed, filtered, open, silent, untried } = portStates;
  const hosts = addresses.length;
  const total = hosts * ports.length;
  const states = new Uint8Array(total);
  const why = new Uint8Array(total);
  const tries = new Uint8Array(total);
  const trips = addresses.map(() => newRoundTrip());
  const pace = createPace(widest);
  const inFlight = new Set<Slot>();
  const first = scouts.flatMap((port) => addresses.map((_, host) => port * hosts + host));
  const again: number[] = [];
  const selfConnects = new Map<number, number>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let firstAt = 0;
  let againAt = 0;
  let cursor = 0;
  let answered = 0;
  let attempts = 0;
  let turn = 0;
  let isFilling = false;
  let isOver = false;
  let pausedUntil = 0;

  const takeNext = (): number | undefined => {
    while (firstAt < first.length) {
      const index = first[firstAt++] ?? 0;
      if (states[index] === untried) return index;
    }
    turn += 1;
    if (againAt < again.length && (cursor >= total || turn % againEvery === 0)) return again[againAt++];
    while (cursor < total) {
      const index = cursor++;
      if (states[index] === untried) return index;
    }
    return againAt < again.length ? again[againAt++] : undefined;
  };
  const settle = (index: number, state: number, reason: PortReason) => {
    states[index] = state;
    why[index] = reasons.indexOf(reason);
    answered += 1;
  };
  const leaveSilent = (index: number) => {
    pace.silent();
    const enough = pace.loss() > someLoss ? triesWithLoss : triesWithoutLoss;
    if ((tries[index] ?? 0) >= enough) return settle(index, filtered, 'no-response');
    states[index] = silent;
    again.push(index);
  };
  const takeAnswer = (slot: Slot, outcome: KnockOutcome) => {
    const { index } = slot;
    inFlight.delete(slot);
    fillSoon();
    if (outcome === 'exhausted') {
      // Our own shortage says nothing about the port.
      tries[index] = (tries[index] ?? 1) - 1;
      if (tries[index] === 0) states[index] = silent;
      again.push(index);
      pace.exhausted();
      pausedUntil = performance.now() + 50;
      return;
    }
    if (outcome === 'itself') {
      const count = (selfConnects.get(index) ?? 0) + 1;
      selfConnects.set(index, count);
      if (count < maxSelfConnects) return void again.push(index);
    }
    const reason = reasonOfOutcome[outcome];
    if (reason === undefined) return leaveSilent(index);
    const host = index % hosts;
    const trip = trips[host];
    if (trip !== undefined) noteRoundTrip(trip, performance.now() - slot.sentAt);
    pace.answered(slot.tries);
    const isClosed = ['refused', 'reset', 'itself'].includes(outcome);
    settle(index, outcome === 'open' ? open : isClosed ? closed : filtered, reason);
    if (outcome === 'open') onOpen?.(host, ports[Math.floor(index / hosts)] ?? 0);
    onAnswer?.(host, outcome === 'open' || isClosed);
  };
  const start = (index: number) => {
    const host = index % hosts;
    tries[index] = (tries[index] ?? 0) + 1;
    attempts += 1;
    if (states[index] === untried) states[index] = asked;
    const slot: Slot = { index, sentAt: performance.now(), tries: tries[index] ?? 1, close: () => {} };
    inFlight.add(slot);
    const place = { address: addresses[host] ?? '', port: ports[Math.floor(index / hosts)] ?? 0 };
    slot.close = sockets.knock(place, (outcome) => takeAnswer(slot, outcome));
  };
  const fill = () => {
    isFilling = false;
    if (isOver || performance.now() < pausedUntil) return;
    for (let started = 0; started < batch && inFlight.size < pace.window(); started += 1) {
      const index = takeNext();
      if (index === undefined) return finishIfDone();
      start(index);
    }
    if (inFlight.size < pace.window()) fillSoon();
  };
  const fillSoon = () => {
    if (isFilling || isOver) return;
    isFilling = true;
    setImmediate(fill);
  };
  const giveUpLate = () => {
    if (isOver) return;
    const now = performance.now();
    const waits = new Map<number, number>();
    for (const slot of inFlight) {
      const host = slot.index % hosts;
      const key = host * 8 + slot.tries;
      let wait = waits.get(key);
      if (wait === undefined) {
        wait = waitMs(trips[host] ?? newRoundTrip(), slot.tries);
        waits.set(key, wait);
      }
      if (now - slot.sentAt < wait) continue;
      inFlight.delete(slot);
      slot.close();
      leaveSilent(slot.index);
    }
    fillSoon();
  };
  const finishIfDone = () => {
    if (inFlight.size === 0 && againAt >= again.length && cursor >= total) stop();
  };
  const stop = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    for (const { close, index } of inFlight) {
      close();
      if (states[index] === asked) states[index] = untried;
    }
    inFlight.clear();
    end();
  };
  // After the answers that have come by then were taken: a loop that was held up must not count them as late.
  const timer = setInterval(() => setImmediate(giveUpLate), sweepEveryMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  else fillSoon();
  const placeOf = (host: number, port: number) => port * hosts + host;
  return {
    ended,
    stateOf: (host, port) => states[placeOf(host, port)] ?? untried,
    reasonOf: (host, port) => reasons[why[placeOf(host, port)] ?? 0],
    roundTripOf: (host) => trips[host] ?? newRoundTrip(),
    progress: () => ({ answered, next: Math.min(cursor, total), attempts, loss: pace.loss() }),
  };
}
