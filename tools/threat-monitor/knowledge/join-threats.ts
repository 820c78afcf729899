import type { Epss } from './epss.ts';
import type { InventoryPackage } from './inventory.ts';
import type { Kev, KevEntry } from './kev.ts';
import type { OsvAdvisory } from './osv.ts';
import type { ThreatItem } from './rank.ts';
import type { SsvcPoints } from './ssvc.ts';

/** A package of the inventory and the advisories that it has. */
export type PackageMatch = { readonly package: InventoryPackage; readonly advisories: readonly string[] };

/** A product that is looked for in CISA's catalogue by its name, and what it is called here. */
export type NamedProduct = { readonly name: string; readonly label: string };

/** Everything that is known now. What a feed has never brought is left out. */
export type Known = {
  readonly matches: readonly PackageMatch[];
  readonly advisories: ReadonlyMap<string, OsvAdvisory>;
  readonly products: readonly NamedProduct[];
  readonly kev: Kev | undefined;
  readonly epss: Epss | undefined;
  readonly assessments: ReadonlyMap<string, SsvcPoints>;
};

type Draft = {
  title: string;
  isByVersion: boolean;
  readonly affects: Set<string>;
  readonly fixedIn: Set<string>;
  readonly advisories: Set<string>;
};

/**
 * Puts what the feeds say of one vulnerability together: those that a package of the inventory has, and all of the catalogue of
 * exploited ones. Advisories that were withdrawn are left out; one without a CVE goes by its own id.
 */
export function joinThreats({ matches, advisories, products, kev, epss, assessments }: Known): readonly ThreatItem[] {
  const drafts = new Map<string, Draft>();
  const draftOf = (id: string, title: string) => {
    const found = drafts.get(id) ?? { title, isByVersion: false, affects: new Set(), fixedIn: new Set(), advisories: new Set() };
    drafts.set(id, found);
    return found;
  };
  for (const match of matches) {
    const { ecosystem, name } = match.package;
    for (const id of match.advisories) {
      const advisory = advisories.get(id);
      if (advisory === undefined || advisory.isWithdrawn) continue;
      const fixes = advisory.fixes.filter((fix) => fix.ecosystem === ecosystem && fix.name === name).flatMap(({ versions }) => versions);
      for (const cve of advisory.cves.length === 0 ? [id] : advisory.cves) {
        const draft = draftOf(cve, advisory.title);
        draft.affects.add(affectedName(match.package));
        draft.isByVersion = true;
        draft.advisories.add(id);
        for (const fix of fixes) draft.fixedIn.add(`${name} ${fix}`);
      }
    }
  }
  const labelsOf = productFinder(products);
  for (const entry of kev?.entries.values() ?? []) {
    const draft = draftOf(entry.cve, entry.name);
    draft.title = entry.name;
    for (const label of labelsOf(`${entry.vendor} ${entry.product}`)) draft.affects.add(label);
  }
  return [...drafts].map(([id, { title, isByVersion, affects, fixedIn, advisories: named }]) => {
    const [exploited, points, score] = [kev?.entries.get(id), assessments.get(id), epss?.of(id)];
    return {
      id,
      title,
      affects: [...affects],
      fixedIn: [...fixedIn],
      advisories: [...named],
      ...(affects.size === 0 || isByVersion ? {} : { isByName: true as const }),
      ...(exploited === undefined ? {} : { kev: exploited }),
      ...(points === undefined ? {} : { ssvc: points }),
      ...(score === undefined ? {} : { epss: score }),
    };
  });
}

/** Of products of the same name so many are named; the rest is counted. */
const maxLabels = 20;

/**
 * Finds what products are called here that a name of the catalogue has all words of. A file may name tens of thousands, of which many
 * are the same, and most entries of the catalogue share their names: each name is looked for once.
 */
function productFinder(products: readonly NamedProduct[]): (name: string) => readonly string[] {
  const groups = new Map<string, { readonly words: readonly string[]; readonly labels: Set<string> }>();
  for (const { name, label } of products) {
    const words = [...new Set(wordsOf(name))].toSorted();
    const key = words.join(' ');
    const group = groups.get(key) ?? { words, labels: new Set() };
    group.labels.add(label);
    if (key !== '') groups.set(key, group);
  }
  const byWord = Map.groupBy(groups.values(), ({ words: [first = ''] }) => first);
  const found = new Map<string, readonly string[]>();
  const find = (name: string) => {
    const names = new Set(wordsOf(name));
    return [...names].flatMap((word) =>
      (byWord.get(word) ?? []).filter(({ words }) => words.every((one) => names.has(one))).flatMap(({ labels }) => fewLabels(labels)),
    );
  };
  return (name) => {
    const labels = found.get(name) ?? find(name);
    found.set(name, labels);
    return labels;
  };
}

function fewLabels(labels: ReadonlySet<string>): readonly string[] {
  if (labels.size <= maxLabels) return [...labels];
  return [...[...labels].slice(0, maxLabels), `and ${(labels.size - maxLabels).toLocaleString('en')} more of the same name`];
}

/** A package as items name it: `lodash 4.17.20`. */
export function affectedName({ name, version }: InventoryPackage): string {
  return `${name} ${version}`;
}

/** Words of a name, in lower case: `Fortinet FortiOS 7.4` has three. */
export function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+(?:[.+#-][\p{L}\p{N}]+)*[+#]*/gu) ?? [];
}

const maxFound = 50;

/** The entries of the catalogue whose vendor, product or name have all these words, or words that begin so; the newest first. */
export function searchKev(kev: Kev, text: string): readonly KevEntry[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const found = [...kev.entries.values()].filter(({ vendor, product, name }) => {
    const words = wordsOf(`${vendor} ${product} ${name}`);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
  return found.sort((one, other) => (one.addedOn < other.addedOn ? 1 : one.addedOn > other.addedOn ? -1 : 0)).slice(0, maxFound);
}
