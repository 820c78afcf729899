/** One part of a split amount, in minor units. */
export type Share = { readonly category: string; readonly minor: number };

/** One part of what is split in proportion: so many percent of an amount. */
export type Proportion = { readonly category: string; readonly percent: number };

/**
 * Splits an amount in proportion to weights, in minor units that come to it exactly. What rounding leaves goes, a unit each, to the parts
 * that lost most, the first of them before the others. `undefined` where the weights come to nothing, or a part would be more than is
 * counted exactly. Weights are whole numbers, below zero for a part that goes the other way.
 */
export function shareOut(minor: number, weights: readonly number[]): readonly number[] | undefined {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return undefined;
  const exact = weights.map((weight, at) => {
    const [wanted, by] = total < 0n ? [-BigInt(minor) * BigInt(weight), -total] : [BigInt(minor) * BigInt(weight), total];
    const lost = ((wanted % by) + by) % by;
    return { at, lost, whole: (wanted - lost) / by };
  });
  const left = BigInt(minor) - exact.reduce((sum, { whole }) => sum + whole, 0n);
  const favoured = new Set(
    exact
      .toSorted((one, other) => (one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1))
      .slice(0, Number(left))
      .map(({ at }) => at),
  );
  const shares = exact.map(({ at, whole }) => Number(whole + (favoured.has(at) ? 1n : 0n)));
  return shares.every(Number.isSafeInteger) ? shares : undefined;
}

/** The parts of an amount by their percentages. */
export function sharesByPercent(minor: number, parts: readonly Proportion[]): Share[] {
  return named(
    parts,
    shareOut(
      minor,
      parts.map(({ percent }) => percent),
    ),
  );
}

/** The parts of a split amount once it is another one: each keeps its proportion. None where that cannot be. */
export function scaleShares(shares: readonly Share[], minor: number): Share[] {
  if (shares.reduce((sum, share) => sum + share.minor, 0) === minor) return [...shares];
  return named(
    shares,
    shareOut(
      minor,
      shares.map((share) => share.minor),
    ),
  );
}

const named = (parts: readonly { readonly category: string }[], minors: readonly number[] | undefined): Share[] =>
  minors === undefined ? [] : parts.map(({ category }, at) => ({ category, minor: minors[at] ?? 0 }));
