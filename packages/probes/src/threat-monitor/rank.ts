import type { EpssScore } from './epss.ts';
import type { KevEntry } from './kev.ts';
import type { SsvcPoints } from './ssvc.ts';

/** A vulnerability with everything that is known of it. */
export type ThreatItem = {
  readonly cve: string;
  readonly title: string;
  /** Packages of the inventory that have it, as `name 1.2.3`. */
  readonly affects: readonly string[];
  readonly kev?: Pick<KevEntry, 'addedOn' | 'dueOn' | 'isUsedByRansomware'>;
  /** `undefined`: CISA has not assessed it. */
  readonly ssvc?: SsvcPoints;
  readonly epss?: EpssScore;
};

/** An item in its place, and why it has it. */
export type RankedItem = ThreatItem & { readonly reason: string };

const exploitations = ['none', 'poc', 'active'];

/** On the inventory first, then known to be exploited, then by CISA's assessment, then by EPSS; equal ones by their CVE, newest first. */
export function rankThreats(items: readonly ThreatItem[]): readonly RankedItem[] {
  const keyed = items.map((item) => ({ item, keys: keysOf(item) }));
  keyed.sort((one, other) => {
    const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
    return at === -1 ? compareCves(other.item.cve, one.item.cve) : (other.keys[at] ?? 0) - (one.keys[at] ?? 0);
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

function compareCves(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((cve) => Number(cve.slice(4, 8)) * 1e10 + Number(cve.slice(9)));
  return a - b;
}

/** The reason for an item's place, in a sentence. */
export function explain({ affects, kev, ssvc, epss }: ThreatItem): string {
  const [first = '', ...more] = affects;
  const parts = [
    affects.length === 0 ? 'Not on your inventory' : `On your inventory as ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`,
    kev === undefined
      ? 'not known to be exploited'
      : `exploited${kev.isUsedByRansomware ? ', by ransomware too,' : ''} and due on ${kev.dueOn}`,
    ssvc === undefined ? 'not assessed by CISA' : `by CISA’s assessment ${describePoints(ssvc)}`,
    epss === undefined ? 'without an EPSS score' : `EPSS ${percent(epss.probability)}, more likely than ${percent(epss.percentile)} of all`,
  ];
  return `${parts.join('; ')}.`;
}

function describePoints({ exploitation, isAutomatable, impact }: SsvcPoints): string {
  const seen = { none: 'not exploited', poc: 'with a published exploit', active: 'actively exploited' }[exploitation];
  return `${seen}, ${isAutomatable ? 'automatable' : 'not automatable'}, of ${impact} impact`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
