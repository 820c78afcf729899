import type { Amount } from './overlap.ts';

/**
 * Amounts of one measure, each within a day. An export has millions of them: in columns outside of the engine's own heap each takes 18
 * bytes, and nothing of them is walked through whenever the engine clears up.
 */
export type AmountStore = {
  /** Minutes on the clock of where it was; `false` for a moment that is 68 years or more from 2001. */
  readonly add: (day: number, amount: Amount) => boolean;
  /** The amounts of each day, in the order in which they came; days in theirs. */
  readonly days: () => Generator<readonly [day: number, amounts: readonly Amount[]]>;
};

type Columns = {
  readonly from: Int32Array;
  readonly length: Uint32Array;
  readonly value: Float64Array;
  readonly source: Uint16Array;
};

const rowsOfBlock = 16_384;
const secondsOfDay = 86_400;
/** The reference date of Apple's own clocks, 2001-01-01, in days since 1970: seconds from there fit 32 bits. */
const firstDay = 11_323;
const mostSources = 65_536;

/** Makes an empty one. */
export function createAmountStore(): AmountStore {
  const blocks: Columns[] = [];
  let count = 0;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const secondsOf = (minutes: number) => Math.round(minutes * 60) - firstDay * secondsOfDay;
  return {
    add: (day, { from, to, value, source }) => {
      const [begin, length] = [secondsOf(from), secondsOf(to) - secondsOf(from)];
      if (Math.abs(begin) >= 2 ** 31 || length < 0 || source >= mostSources) return false;
      const at = count % rowsOfBlock;
      if (at === 0) blocks.push(emptyBlock());
      const block = blocks.at(-1);
      if (block === undefined) return false;
      block.from[at] = begin;
      block.length[at] = length;
      block.value[at] = value;
      block.source[at] = source;
      count += 1;
      least = Math.min(least, day);
      most = Math.max(most, day);
      return true;
    },
    days: function* () {
      const dayOf = (row: number) =>
        Math.floor(at(blocks[Math.floor(row / rowsOfBlock)]?.from, row % rowsOfBlock) / secondsOfDay) + firstDay;
      // Sorted by counting, so that the order within a day stays: where each day's rows begin, then the rows in that order.
      const begins = new Uint32Array(Math.max(0, most - least) + 2);
      for (let row = 0; row < count; row += 1) begins[dayOf(row) - least + 1] = at(begins, dayOf(row) - least + 1) + 1;
      for (let day = 1; day < begins.length; day += 1) begins[day] = at(begins, day) + at(begins, day - 1);
      const ordered = new Uint32Array(count);
      const next = begins.slice();
      for (let row = 0; row < count; row += 1) {
        const day = dayOf(row) - least;
        ordered[at(next, day)] = row;
        next[day] = at(next, day) + 1;
      }
      for (let day = 0; day + 1 < begins.length; day += 1) {
        const rows = ordered.subarray(at(begins, day), at(begins, day + 1));
        if (rows.length > 0) yield [day + least, Array.from(rows, (row) => amountOf(blocks, row))];
      }
    },
  };
}

function emptyBlock(): Columns {
  return {
    from: new Int32Array(rowsOfBlock),
    length: new Uint32Array(rowsOfBlock),
    value: new Float64Array(rowsOfBlock),
    source: new Uint16Array(rowsOfBlock),
  };
}

function amountOf(blocks: readonly Columns[], row: number): Amount {
  const block = blocks[Math.floor(row / rowsOfBlock)];
  const place = row % rowsOfBlock;
  const from = at(block?.from, place) + firstDay * secondsOfDay;
  return { from: from / 60, to: (from + at(block?.length, place)) / 60, value: at(block?.value, place), source: at(block?.source, place) };
}

/** A number of a column; zero beyond its end. */
function at(column: { readonly [index: number]: number } | undefined, index: number): number {
  return column?.[index] ?? 0;
}
