/** An amount that was spread over a stretch of minutes, from one source. */
export type Amount = { readonly from: number; readonly to: number; readonly value: number; readonly source: number };

/** A stretch of minutes. */
export type Stretch = { readonly from: number; readonly to: number };

/** Stretches that touch or overlap become one; the result is in order. */
export function joinStretches(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The minutes of stretches, each counted once. */
export function minutesOf(stretches: readonly Stretch[]): number {
  return joinStretches(stretches).reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * The sum of amounts of one day, no minute counted twice: of each source only what lies in minutes that no better source covers.
 * `rankOf` gives a source's place, the best first; sources of one rank are told apart and ranked by their number. An amount without
 * length counts where no better source covers its moment.
 */
export function sumWithoutOverlap(amounts: readonly Amount[], rankOf: (source: number) => number): number {
  const sources = [...new Set(amounts.map(({ source }) => source))].sort((one, other) => rankOf(one) - rankOf(other) || one - other);
  if (sources.length === 1) return amounts.reduce((sum, { value }) => sum + value, 0);
  let covered: readonly Stretch[] = [];
  let sum = 0;
  for (const source of sources) {
    const own = amounts.filter((amount) => amount.source === source);
    for (const amount of own) sum += amount.value * shareOutside(amount, covered);
    covered = joinStretches([...covered, ...own]);
  }
  return sum;
}

/** The share of a stretch that joined stretches leave free, 0 to 1. */
function shareOutside({ from, to }: Stretch, covered: readonly Stretch[]): number {
  let low = 0;
  let high = covered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((covered[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  if (to <= from) {
    const next = covered[low];
    return next !== undefined && next.from <= from ? 0 : 1;
  }
  let taken = 0;
  for (let index = low; index < covered.length; index += 1) {
    const stretch = covered[index];
    if (stretch === undefined || stretch.from >= to) break;
    taken += Math.min(to, stretch.to) - Math.max(from, stretch.from);
  }
  return 1 - taken / (to - from);
}
