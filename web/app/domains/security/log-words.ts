import type { LogRun } from './fold-refusals.ts';

// An id says nothing to a reader; the row's details have it.
const trailingId = / \([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)$/;
const minuteMs = 60_000;

/** What happened, in a sentence: of one row its description without the id at its end, of a run how often and in how long a time. */
export function describeRun({ entries, count }: LogRun): string {
  const [newest] = entries;
  if (entries.length === 1) return newest.description.replace(trailingId, '');
  const oldest = entries.at(-1) ?? newest;
  const minutes = Math.ceil((newest.atMs - oldest.atMs) / minuteMs);
  const time = minutes <= 1 ? 'within a minute' : minutes > 120 ? `in ${Math.round(minutes / 60)} hours` : `in ${minutes} minutes`;
  return `${count} sign-ins were refused ${newest.address === undefined ? '' : `from ${newest.address} `}${time}`;
}
