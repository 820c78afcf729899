import type { Threat } from '../knowledge/indicator-feeds.ts';
import { searchKev } from '../knowledge/join-threats.ts';
import { explain, type RankedItem, type ReadSources, type ThreatItem } from '../knowledge/rank.ts';
import { readIndicator } from '../knowledge/refang.ts';
import type { ThreatFeeds } from './threat-feeds.ts';

/** What was found. */
export type SearchAnswer = {
  /** What was looked for, as it was read: `evil.example`, `CVE-2024-3094`, words. */
  readonly read: readonly string[];
  readonly items: readonly RankedItem[];
  readonly threats: readonly Threat[];
};

const maxLines = 200;
const maxItems = 100;
const maxThreats = 300;

/**
 * Searches by line: CVEs that a line names, else an indicator, refanged; a single line that is neither, or that finds nothing, is
 * searched as words of the catalogue. `itemOf` knows what is on the inventory.
 */
export function searchThreats(
  feeds: ThreatFeeds,
  text: string,
  itemOf: ReadonlyMap<string, RankedItem>,
  sources: ReadSources,
): SearchAnswer {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxLines);
  const [read, cves, threats] = [new Set<string>(), new Set<string>(), new Set<Threat>()];
  for (const line of lines) {
    const named = line.toUpperCase().match(/\bCVE-\d{4}-\d{4,9}\b/g) ?? [];
    for (const cve of named) {
      read.add(cve);
      cves.add(cve);
    }
    const indicator = named.length > 0 ? undefined : readIndicator(line);
    if (indicator === undefined) continue;
    read.add(indicator.value);
    for (const threat of feeds.indicators().search(line)) threats.add(threat);
  }
  const kev = feeds.kev?.state().value;
  if (lines.length === 1 && cves.size === 0 && threats.size === 0 && kev !== undefined) {
    const [line = ''] = lines;
    if (read.size === 0) read.add(line.slice(0, 200));
    for (const { cve } of searchKev(kev, line)) cves.add(cve);
  }
  return {
    read: [...read],
    items: [...cves].slice(0, maxItems).map((cve) => itemOf.get(cve) ?? plainItem(feeds, cve, sources)),
    threats: [...threats].slice(0, maxThreats),
  };
}

function plainItem(feeds: ThreatFeeds, cve: string, sources: ReadSources): RankedItem {
  const score = feeds.epss?.state().value?.of(cve);
  const item: ThreatItem = {
    id: cve,
    title: '',
    affects: [],
    fixedIn: [],
    advisories: [],
    ...(score === undefined ? {} : { epss: score }),
  };
  return { ...item, reason: explain(item, sources) };
}
