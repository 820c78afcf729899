import { hidePrivateAddresses } from '@castellan/exports/private-addresses';
import type { Report } from './report.ts';

/** Facts that are the owner's and the target's own: what a service says of itself, and who agreed to what. */
const droppedFacts: ReadonlySet<string> = new Set(['banner', 'banners', 'consent', 'authorised']);

/**
 * A report as others may see it: without private addresses in whatever spelling, banners and
 * consent, wherever in it they stand, names of fields included. Everything else stays as it is.
 */
export function stripReport(report: Report): Report {
  return strip(report) as Report;
}

function strip(value: unknown): unknown {
  if (typeof value === 'string') return hidePrivateAddresses(value);
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const stripped = new Map<string, unknown>();
  for (const [name, fact] of Object.entries(value)) {
    if (droppedFacts.has(name)) continue;
    stripped.set(freeName(hidePrivateAddresses(name), stripped), strip(fact));
  }
  return Object.fromEntries(stripped);
}

/** Two fields named by private addresses are not to become one: the second gets a number. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`;
  return free;
}
