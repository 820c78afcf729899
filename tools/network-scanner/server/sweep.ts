import type { KnockOutcome } from '../../../server/adapters/knock.ts';
import type { Sockets } from '../../../server/adapters/sockets.ts';
import { createPace, newRoundTrip, noteRoundTrip, type RoundTrip, waitMs } from '../knowledge/pace.ts';
import type { PortReason } from '../knowledge/scan-facts.ts';
import { createPortTable, type PortTable, portStates } from './port-table.ts';
import { createSweepOrder, type SweepOrder } from './sweep-order.ts';

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
const maxSelfConnects = 4;
/** How long nothing is begun after the machine had no more sockets. */
const pauseMs = 50;

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

/** What answers and silence say of a port, and of the pace at which others are asked. */
function createVerdicts(plan: SweepPlan, table: PortTable, order: SweepOrder, trips: readonly RoundTrip[]) {
  const { addresses, ports, onOpen, onAnswer } = plan;
  const pace = createPace(widest);
  const takeSilence = (index: number) => {
    pace.silent();
    const enough = pace.loss() > someLoss ? triesWithLoss : triesWithoutLoss;
    if (table.triesOf(index) >= enough) return table.settle(index, portStates.filtered, 'no-response');
    table.noteSilence(index);
    order.askAgain(index);
  };
  const takeAnswer = ({ index, sentAt, tries }: Slot, outcome: KnockOutcome) => {
    if (outcome === 'exhausted') {
      // Our own shortage says nothing about the port.
      table.takeBackTry(index);
      order.askAgain(index);
      return pace.exhausted();
    }
    if (outcome === 'itself' && table.noteSelfConnect(index) < maxSelfConnects) return order.askAgain(index);
    const reason = reasonOfOutcome[outcome];
    if (reason === undefined) return takeSilence(index);
    const host = index % addresses.length;
    const trip = trips[host];
    if (trip !== undefined) noteRoundTrip(trip, performance.now() - sentAt);
    pace.answered(tries);
    const state = stateOfOutcome(outcome);
    table.settle(index, state, reason);
    if (state === portStates.open) onOpen?.(host, ports[Math.floor(index / addresses.length)] ?? 0);
    onAnswer?.(host, state !== portStates.filtered);
  };
  return { pace, takeAnswer, takeSilence };
}

function stateOfOutcome(outcome: KnockOutcome): number {
  if (outcome === 'open') return portStates.open;
  return ['refused', 'reset', 'itself'].includes(outcome) ? portStates.closed : portStates.filtered;
}

/** Those that were waited for longer than their host usually takes. */
function lateSlots(inFlight: ReadonlySet<Slot>, trips: readonly RoundTrip[]): readonly Slot[] {
  const now = performance.now();
  const waits = new Map<number, number>();
  return [...inFlight].filter(({ index, tries, sentAt }) => {
    const host = index % trips.length;
    const key = host * 8 + tries;
    const wait = waits.get(key) ?? waitMs(trips[host] ?? newRoundTrip(), tries);
    waits.set(key, wait);
    return now - sentAt >= wait;
  });
}

/**
 * Tries a TCP connection to every port of every host, port by port over all hosts. One timer gives up those that do not answer; a
 * port that is silent is tried again later. Never rejects.
 */
export function sweepPorts(plan: SweepPlan): Sweep {
  const { addresses, ports, scouts, sockets, signal } = plan;
  const hosts = addresses.length;
  const placeOf = (host: number, port: number) => port * hosts + host;
  const table = createPortTable(hosts * ports.length);
  const first = scouts.flatMap((port) => addresses.map((_, host) => placeOf(host, port)));
  const order = createSweepOrder(hosts * ports.length, first, (index) => table.stateOf(index) === portStates.untried);
  const trips = addresses.map(() => newRoundTrip());
  const { pace, takeAnswer, takeSilence } = createVerdicts(plan, table, order, trips);
  const inFlight = new Set<Slot>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isFilling = false;
  let isOver = false;
  let pausedUntil = 0;

  const start = (index: number) => {
    const slot: Slot = { index, sentAt: performance.now(), tries: table.beginTry(index), close: () => {} };
    inFlight.add(slot);
    const place = { address: addresses[index % hosts] ?? '', port: ports[Math.floor(index / hosts)] ?? 0 };
    slot.close = sockets.knock(place, (outcome) => {
      inFlight.delete(slot);
      fillSoon();
      takeAnswer(slot, outcome);
      if (outcome === 'exhausted') pausedUntil = performance.now() + pauseMs;
    });
  };
  const fill = () => {
    isFilling = false;
    if (isOver || performance.now() < pausedUntil) return;
    for (let started = 0; started < batch && inFlight.size < pace.window(); started += 1) {
      const index = order.next();
      if (index === undefined) {
        if (inFlight.size === 0 && order.isThrough()) stop();
        return;
      }
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
    for (const slot of lateSlots(inFlight, trips)) {
      inFlight.delete(slot);
      slot.close();
      takeSilence(slot.index);
    }
    fillSoon();
  };
  const stop = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    for (const { close, index } of inFlight) {
      close();
      table.giveUp(index);
    }
    inFlight.clear();
    end();
  };
  // After the answers that have come by then were taken: a loop that was held up must not count them as late.
  const timer = setInterval(() => setImmediate(giveUpLate), sweepEveryMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  else fillSoon();
  return {
    ended,
    stateOf: (host, port) => table.stateOf(placeOf(host, port)),
    reasonOf: (host, port) => table.reasonOf(placeOf(host, port)),
    roundTripOf: (host) => trips[host] ?? newRoundTrip(),
    progress: () => ({ answered: table.answered(), next: order.reached(), attempts: table.attempts(), loss: pace.loss() }),
  };
}
