import type { PortReason } from '../knowledge/scan-facts.ts';

/** What is known of one port of one host. */
export const portStates = { untried: 0, asked: 1, closed: 2, filtered: 3, open: 4, silent: 5 } as const;

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

export type PortTable = ReturnType<typeof createPortTable>;

/** What a sweep knows of each of `total` ports: a few bytes for each, because there may be millions. */
export function createPortTable(total: number) {
  const { asked, silent, untried } = portStates;
  const states = new Uint8Array(total);
  const why = new Uint8Array(total);
  const tries = new Uint8Array(total);
  const selfConnects = new Map<number, number>();
  let answered = 0;
  let attempts = 0;
  return {
    stateOf: (index: number) => states[index] ?? untried,
    reasonOf: (index: number) => reasons[why[index] ?? 0],
    triesOf: (index: number) => tries[index] ?? 0,
    answered: () => answered,
    attempts: () => attempts,
    /** Returns which try this is. */
    beginTry: (index: number): number => {
      const count = (tries[index] ?? 0) + 1;
      tries[index] = count;
      attempts += 1;
      if (states[index] === untried) states[index] = asked;
      return count;
    },
    /** The try said nothing about the port. */
    takeBackTry: (index: number) => {
      tries[index] = (tries[index] ?? 1) - 1;
      if (tries[index] === 0) states[index] = silent;
    },
    /** Returns how often the port answered to itself by now. */
    noteSelfConnect: (index: number): number => {
      const count = (selfConnects.get(index) ?? 0) + 1;
      selfConnects.set(index, count);
      return count;
    },
    noteSilence: (index: number) => {
      states[index] = silent;
    },
    settle: (index: number, state: number, reason: PortReason) => {
      states[index] = state;
      why[index] = reasons.indexOf(reason);
      answered += 1;
    },
    /** A first try was given up before it had an answer. */
    giveUp: (index: number) => {
      if (states[index] === asked) states[index] = untried;
    },
  };
}
