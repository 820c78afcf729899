/** Longest name that is compared: names in PostgreSQL have 63 bytes at most, lists of parameters a few more. */
const maximumLength = 300;

/**
 * The name among `known` that is most like `given`, where it is at least as like it as `least` (0: nothing alike, 1: the
 * same). PostgREST gives such a name as a hint.
 */
export function mostSimilar(given: string, known: Iterable<string>, least: number): string | undefined {
  if (given.length > maximumLength) return undefined;
  let best: { readonly name: string; readonly likeness: number } | undefined;
  for (const name of known) {
    const likeness = likenessOf(given.toLowerCase(), name.toLowerCase());
    if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { name, likeness };
  }
  return best?.name;
}

/** One less the share of characters that have to be changed (Levenshtein); 0 where no two neighbours are the same. */
function likenessOf(left: string, right: string): number {
  const pairs = new Set(Array.from({ length: left.length + 1 }, (_, index) => `-${left}-`.slice(index, index + 2)));
  const isKnown = Array.from({ length: right.length + 1 }, (_, index) => `-${right}-`.slice(index, index + 2));
  if (!isKnown.some((pair) => pairs.has(pair))) return 0;
  return 1 - distance(left, right) / Math.max(left.length, right.length, 1);
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 0; at < left.length; at += 1) {
    const next = [at + 1];
    for (let other = 0; other < right.length; other += 1) {
      const changed = (row[other] ?? 0) + (left[at] === right[other] ? 0 : 1);
      next.push(Math.min(changed, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
