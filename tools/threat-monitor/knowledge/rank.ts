import type { EpssScore } from './epss.ts';
import type { KevEntry } from './kev.ts';
import type { SsvcPoints } from './ssvc.ts';

/** A vulnerability with everything that is known of it. */
export type ThreatItem = {
  /** A CVE; an advisory's own id where it has none. */
  readonly id: string;
  readonly title: string;
  /** Packages of the inventory that have it, as `name 1.2.3`, and products that are watched. */
  readonly affects: readonly string[];
  /** Versions that are mended, as `name 1.2.4`. */
  readonly fixedIn: readonly string[];
  /** Ids of the advisories that say so, at OSV. */
  readonly advisories: readonly string[];
  readonly kev?: KevEntry;
  /** `undefined`: CISA has not assessed it. */
  readonly ssvc?: SsvcPoints;
  readonly epss?: EpssScore;
  /** Only the name of a product matches; whether its version is affected was not compared. */
  readonly isByName?: true;
};

/** Which sources have been read: what a source that was not read lacks is not known. */
export type ReadSources = { readonly kev: boolean; readonly epss: boolean };

/** An item in its place, and why it has it. */
export type RankedItem = ThreatItem & { readonly reason: string };

const exploitations = ['none', 'poc', 'active'];

/** On the inventory first, before what matches by name alone, then known to be exploited, then by CISA's assessment, then by EPSS; equal ones by their id, the newest CVE first. */
export function rankThreats(items: readonly ThreatItem[], read: ReadSources): readonly RankedItem[] {
  const keyed = items.map((item) => ({ item, keys: keysOf(item) }));
  keyed.sort((one, other) => {
    const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
    return at === -1 ? compareIds(other.item.id, one.item.id) : (other.keys[at] ?? 0) - (one.keys[at] ?? 0);
  });
  return keyed.map(({ item }) => ({ ...item, reason: explain(item, read) }));
}

function keysOf({ affects, isByName, kev, ssvc, epss }: ThreatItem): readonly number[] {
  return [
    affects.length === 0 ? 0 : isByName ? 1 : 2,
    kev === undefined ? 0 : kev.isUsedByRansomware ? 2 : 1,
    ssvc === undefined
      ? 0
      : 1 + exploitations.indexOf(ssvc.exploitation) * 4 + (ssvc.isAutomatable ? 2 : 0) + (ssvc.impact === 'total' ? 1 : 0),
    epss?.probability ?? -1,
  ];
}

function compareIds(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((id) => (/^CVE-\d{4}-\d+$/.test(id) ? Number(id.slice(4, 8)) * 1e10 + Number(id.slice(9)) : 0));
  return a === b ? (one < other ? -1 : one > other ? 1 : 0) : a - b;
}

/** The reason for an item's place, in a sentence. */
export function explain({ affects, isByName, kev, ssvc, epss }: ThreatItem, read: ReadSources): string {
  const [first = '', ...more] = affects;
  const named = `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  const parts = [
    affects.length === 0
      ? 'Not in your inventory'
      : isByName
        ? `Matches ${named} by product name, version not compared`
        : `Affects ${named}`,
    kev === undefined
      ? read.kev
        ? 'not in CISA KEV'
        : 'CISA KEV was not read'
      : `in CISA KEV${kev.isUsedByRansomware ? ' (used in ransomware campaigns)' : ''}, due ${kev.dueOn}`,
    ssvc === undefined ? 'no CISA SSVC assessment' : `CISA SSVC: ${describePoints(ssvc)}`,
    epss === undefined
      ? read.epss
        ? 'no EPSS score'
        : 'EPSS was not read'
      : `EPSS ${percent(epss.probability)}, higher than ${percent(epss.percentile)} of all CVEs`,
  ];
  return `${parts.join('; ')}.`;
}

/** CISA's decision points in words. */
function describePoints({ exploitation, isAutomatable, impact }: SsvcPoints): string {
  const seen = { none: 'no known exploitation', poc: 'public proof of concept', active: 'active exploitation' }[exploitation];
  return `${seen}, ${isAutomatable ? 'automatable' : 'not automatable'}, ${impact} technical impact`;
}

/** EPSS from which on a vulnerability that is not in the catalogue counts as high: one in ten is exploited within 30 days. */
const highProbability = 0.1;

/** How bad an item of the inventory is. A match by name alone is to be verified by a person. */
export function severityOf({ isByName, kev, ssvc, epss }: ThreatItem): 'critical' | 'high' | 'medium' {
  if (isByName) return 'medium';
  if (kev !== undefined) return 'critical';
  return ssvc?.exploitation === 'active' || (epss?.probability ?? 0) >= highProbability ? 'high' : 'medium';
}

/** A share from 0 to 1 as percents. */
function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
