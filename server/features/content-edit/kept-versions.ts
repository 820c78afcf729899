/** A replaced state of a file. `id` begins with the time of its replacement, `20261127T045015000Z`, so that ids sort by it. */
export type StoredVersion = { readonly id: string; readonly bytes: number };

/** The newest that are kept, whenever they were replaced. */
export const newestKept = 20;

/** Days, the newest on which the file was changed, of each of which one is kept. */
export const daysKept = 90;

/** All kept versions of a file together; the first and the newest are kept in any case. */
export const maxTotalBytes = 50_000_000;

/**
 * The ids of what is kept of a file: the first ever replaced, the newest 20, and of each of the newest 90 days of changes what stood
 * when that day began, which is the first that the day replaced. So however often a file is saved in one day, yesterday's text stays.
 * Where these have more than 50 MB together, the oldest go, but never the first. No clock is asked: ids are all that counts.
 */
export function keptVersions(stored: readonly StoredVersion[]): ReadonlySet<string> {
  const sorted = stored.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const [first] = sorted;
  if (first === undefined) return new Set();
  const ofDays = new Map<string, StoredVersion>();
  for (const version of sorted) {
    const day = version.id.slice(0, 8);
    if (!ofDays.has(day)) ofDays.set(day, version);
  }
  const wanted = new Set([...sorted.slice(-newestKept), ...[...ofDays.values()].slice(-daysKept)]);
  const kept = new Set([first.id]);
  let total = first.bytes;
  for (const version of sorted.slice(1).toReversed()) {
    if (!wanted.has(version)) continue;
    total += version.bytes;
    if (total > maxTotalBytes && kept.size > 1) break;
    kept.add(version.id);
  }
  return kept;
}
