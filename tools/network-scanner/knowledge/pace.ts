/** How long to wait for a host's answers, by how long they took: RFC 6298's estimate, in milliseconds. */
export type RoundTrip = { smoothed: number; variance: number; isKnown: boolean };

/** Bounds of the wait for an answer. Before the first one came, it is the longest but one. */
const shortestWaitMs = 100;
const longestWaitMs = 1250;
const firstWaitMs = 1000;

/** Nothing is known yet. */
export function newRoundTrip(): RoundTrip {
  return { smoothed: 0, variance: 0, isKnown: false };
}

/** Takes one more time until an answer. */
export function noteRoundTrip(trip: RoundTrip, tookMs: number): void {
  if (!trip.isKnown) {
    trip.smoothed = tookMs;
    trip.variance = tookMs / 2;
    trip.isKnown = true;
    return;
  }
  trip.variance += (Math.abs(trip.smoothed - tookMs) - trip.variance) / 4;
  trip.smoothed += (tookMs - trip.smoothed) / 8;
}

/** How long an answer is waited for; each try again is given a quarter more. */
export function waitMs(trip: RoundTrip, tries: number): number {
  const once = trip.isKnown ? Math.max(shortestWaitMs, trip.smoothed + 4 * trip.variance) : firstWaitMs;
  return Math.min(longestWaitMs, once * (1 + (tries - 1) / 4));
}

/** How many connections may be open at once, by whether answers get lost. */
export type Pace = {
  readonly window: () => number;
  /** An answer came to the first try, or only to a further one. */
  readonly answered: (tries: number) => void;
  /** No answer came: most likely nobody wants to give one. */
  readonly silent: () => void;
  /** This machine has no more sockets to give. */
  readonly exhausted: () => void;
  /** Share of answers that came to a further try alone, of all so far. */
  readonly loss: () => number;
};

const firstWindow = 256;
const leastWindow = 16;
/** Ports that answer nothing say nothing about the line: so many of them count as one answer. */
const silencesPerStep = 4;
/** Answers after which the loss among them is judged. */
const judged = 200;
/** Congestion shows as more loss than this; a line that loses a few packets at random is no reason to slow down. */
const muchLoss = 0.1;

/** Opens the window by one with each answer, and with some silences; halves it where many got lost, or the machine runs out of sockets. */
export function createPace(widest: number): Pace {
  let window = Math.min(firstWindow, widest);
  let limit = widest;
  let recent = 0;
  let recentLate = 0;
  let all = 0;
  let late = 0;
  let silences = 0;
  return {
    window: () => window,
    answered: (tries) => {
      all += 1;
      recent += 1;
      if (tries > 1) {
        late += 1;
        recentLate += 1;
      }
      if (window < limit) window += 1;
      if (recent < judged) return;
      if (recentLate > recent * muchLoss) window = Math.max(leastWindow, window >> 1);
      recent = 0;
      recentLate = 0;
    },
    silent: () => {
      silences += 1;
      if (silences % silencesPerStep === 0 && window < limit) window += 1;
    },
    exhausted: () => {
      limit = Math.max(leastWindow, Math.floor(window * 0.75));
      window = limit;
    },
    loss: () => (all === 0 ? 0 : late / all),
  };
}
