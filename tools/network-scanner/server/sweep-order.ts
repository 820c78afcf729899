/** One of so many connections asks a silent port again while there are new ones: so loss is seen early. */
const againEvery = 8;

/** Which port is asked next, by its place in the table. */
export type SweepOrder = {
  readonly next: () => number | undefined;
  readonly askAgain: (index: number) => void;
  /** Whether every port was asked, and those to be asked again too. */
  readonly isThrough: () => boolean;
  /** How far the first round has come. */
  readonly reached: () => number;
};

/** `first` are asked before all others; then all in their order, and in between those that are to be asked again. */
export function createSweepOrder(total: number, first: readonly number[], isUntried: (index: number) => boolean): SweepOrder {
  const again: number[] = [];
  let firstAt = 0;
  let againAt = 0;
  let cursor = 0;
  let turn = 0;
  return {
    next: () => {
      while (firstAt < first.length) {
        const index = first[firstAt++] ?? 0;
        if (isUntried(index)) return index;
      }
      turn += 1;
      if (againAt < again.length && (cursor >= total || turn % againEvery === 0)) return again[againAt++];
      while (cursor < total) {
        const index = cursor++;
        if (isUntried(index)) return index;
      }
      return againAt < again.length ? again[againAt++] : undefined;
    },
    askAgain: (index) => void again.push(index),
    isThrough: () => againAt >= again.length && cursor >= total,
    reached: () => Math.min(cursor, total),
  };
}
