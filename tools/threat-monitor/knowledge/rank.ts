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
};

/** An item in its place, and why it has it. */
export type RankedItem = ThreatItem & { readonly reason: string };

const exploitations = ['none', 'poc', 'active'];

/** On the inventory first, then known to be exploited, then by CISA's assessment, then by EPSS; equal ones by their id, the newest CVE first. */
export function rankThreats(items: readonly ThreatItem[]): readonly RankedItem[] {
  const keyed = items.map((item) => ({ item, keys: keysOf(item) }));
  keyed.sort((one, other) => {
    const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
    return at === -1 ? compareIds(other.item.id, one.item.id) : (other.keys[at] ?? 0) - (one.keys[at] ?? 0);
  });
  return keyed.map(({ item }) => ({ ...item, reason: explain(item) }));
}

function keysOf({ affects, kev, ssvc, epss }: ThreatItem): readonly number[] {
  return [
    affects.length > 0 ? 1 : 0,
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
export function explain({ affects, kev, ssvc, epss }: ThreatItem): string {
  const [first = '', ...more] = affects;
  const parts = [
    affects.length === 0 ? 'Not on your inventory' : `On your inventory as ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`,
    kev === undefined
      ? 'not known to be exploited'
      : `known to be exploited${kev.isUsedByRansomware ? ', by ransomware too' : ''}, to be fixed by ${kev.dueOn}`,
    ssvc === undefined ? 'not assessed by CISA' : `CISA’s assessment: ${describePoints(ssvc)}`,
    epss === undefined ? 'no EPSS score' : `EPSS ${percent(epss.probability)}, higher than ${percent(epss.percentile)} of all`,
  ];
  return `${parts.join('; ')}.`;
}

/** CISA's decision points in words. */
export function describePoints({ exploitation, isAutomatable, impact }: SsvcPoints): string {
  const seen = { none: 'no known exploit', poc: 'an exploit is published', active: 'actively exploited' }[exploitation];
  return `${seen}, ${isAutomatable ? 'automatable' : 'not automatable'}, ${impact} impact`;
}

/** A share from 0 to 1 as percents. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
