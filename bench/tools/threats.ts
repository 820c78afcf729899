/**
 * `npm run bench -- threats [--write]`: Threat Monitor reads 322,000 EPSS scores, a catalogue of 1,400 entries and 20,000 addresses
 * from a server on loopback, through the guard, ranks them, searches a million indicators, and reads inventories of 15,000 packages. All data is
 * made up.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@castellan/foundation/clock';
import { createEgress } from '../../server/adapters/egress.ts';
import { createReadsHere } from '../../server/foreign/reads-here.ts';
import { indexThreats, type Threat } from '../../tools/threat-monitor/knowledge/indicator-feeds.ts';
import { parseInventory } from '../../tools/threat-monitor/knowledge/inventory/parse-inventory.ts';
import { joinThreats } from '../../tools/threat-monitor/knowledge/join-threats.ts';
import { rankThreats } from '../../tools/threat-monitor/knowledge/rank.ts';
import type { FeedCopy } from '../../tools/threat-monitor/server/keep-feed.ts';
import { searchThreats } from '../../tools/threat-monitor/server/search-threats.ts';
import { listFeeds, openThreatFeeds } from '../../tools/threat-monitor/server/threat-feeds.ts';
import { writeTable } from '../written-table.ts';

const [scores, entries, addresses, indicators] = [322_000, 1_400, 20_000, 1_000_000];
const cveOf = (index: number) => `CVE-${2000 + (index % 27)}-${1000 + Math.floor(index / 27)}`;
const epss = Array.from(
  { length: scores },
  (_, index) => `${cveOf(index)},${((index % 1000) / 1000).toFixed(5)},${((index % 997) / 997).toFixed(5)}\n`,
);
const kev = Array.from({ length: entries }, (_, index) => ({
  cveID: cveOf(index * 37),
  vendorProject: `Vendor ${index % 300}`,
  product: `Product ${index}`,
  vulnerabilityName: `Vendor ${index % 300} Product ${index} Vulnerability`,
  dateAdded: '2026-11-01',
  dueDate: '2026-11-22',
  requiredAction: 'Apply mitigations per vendor instructions or discontinue use of the product.',
}));
const urlhaus = Array.from(
  { length: addresses },
  (_, index) =>
    `"${index}","2026-11-22 10:00:00","http://host${index}.evil${index % 977}.example/a/${index}","online","2026-11-22","malware_download","elf","https://urlhaus.abuse.ch/url/${index}/","x"\r\n`,
);
const answers: Readonly<Record<string, string | Buffer>> = {
  '/known_exploited_vulnerabilities.json': JSON.stringify({ count: entries, vulnerabilities: kev }),
  '/epss_scores-current.csv.gz': gzipSync(`#model_version:v,score_date:2026-11-22T00:00:00+0000\ncve,epss,percentile\n${epss.join('')}`),
  '/ipblocklist.json': '[]',
  '/csv_recent/': urlhaus.join(''),
};

const source = createServer((request, response) => void response.end(answers[request.url ?? ''])).listen(0, '127.0.0.1');
await once(source, 'listening');
try {
  const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const allowedNetworks = new BlockList();
  allowedNetworks.addSubnet('127.0.0.0', 8);
  const copies = new Map<string, FeedCopy>();
  const store = { read: async (id: string) => copies.get(id), write: async (id: string, copy: FeedCopy) => void copies.set(id, copy) };
  const urls = { kevUrl: base, epssUrl: base, feodoUrl: base, urlhausUrl: base, osvUrl: undefined, vulnrichmentUrl: undefined };
  const ingests: number[] = [];
  const egress = createEgress({ allowedNetworks });
  let feeds = openThreatFeeds(urls, { egress, reads: createReadsHere(egress), store, clock: systemClock });
  const read = { kev: true, epss: true };
  let items = rankThreats([], read);
  for (let round = 0; round < 5; round += 1) {
    copies.clear();
    const begin = performance.now();
    feeds = openThreatFeeds(urls, { egress, reads: createReadsHere(egress), store, clock: systemClock });
    await Promise.all(listFeeds(feeds).map((feed) => feed.refresh()));
    items = rankThreats(
      joinThreats({
        matches: [],
        advisories: new Map(),
        products: [{ name: 'Vendor 7 Product', label: 'Vendor 7 Product' }],
        kev: feeds.kev?.state().value,
        epss: feeds.epss?.state().value,
        assessments: new Map(),
      }),
      read,
    );
    ingests.push(performance.now() - begin);
  }
  if (feeds.epss?.state().value?.size !== scores || items.length !== entries) throw new Error('not everything was read');

  const threats: readonly Threat[] = Array.from({ length: indicators }, (_, index) => ({
    source: 'urlhaus',
    value:
      index % 4 === 0
        ? `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
        : `http://host${index}.evil${index % 9973}.example/a`,
    about: '',
    status: '',
    firstSeen: '',
    lastSeen: '',
    reference: '',
  }));
  const begin = performance.now();
  const index = indexThreats(threats);
  const indexed = performance.now() - begin;
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const all = { ...feeds, indicators: () => index };
  const asked = Array.from({ length: 2000 }, (_, place) => {
    const at = place * 499;
    return (
      [`hxxp://host${at}[.]evil${at % 9973}[.]example/a`, `evil${place}(dot)example`, '10.1.2[.]3', cveOf(place), `vendor ${place % 300}`][
        place % 5
      ] ?? ''
    );
  });
  let found = 0;
  const times = asked
    .map((text) => {
      const from = performance.now();
      const answer = searchThreats(all, text, itemOf, read);
      found += answer.items.length + answer.threats.length;
      return performance.now() - from;
    })
    .sort((one, other) => one - other);
  if (found === 0) throw new Error('nothing was found');
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  const ingest = ingests.sort((one, other) => one - other)[2] ?? 0;
  const pnpm = Array.from(
    { length: 15_000 },
    (_, at) => `  '@scope/package-${at}@1.${at}.0':\n    resolution: {integrity: sha512-${at}==}\n`,
  );
  const components = Array.from({ length: 15_000 }, (_, at) => ({ name: `package-${at}`, purl: `pkg:npm/package-${at}@1.${at}.0` }));
  const timeOf = async (text: string) => {
    const from = performance.now();
    const read = await parseInventory(new TextEncoder().encode(text));
    if (!read.ok || read.value.packages.length !== 15_000) throw new Error('an inventory was not read whole');
    return performance.now() - from;
  };
  const lock = await timeOf(`lockfileVersion: '9.0'\n\npackages:\n\n${pnpm.join('\n')}`);
  const sbom = await timeOf(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }));
  const met = (isMet: boolean) => (isMet ? 'yes' : 'no');
  const table = `| What | Time | Limit | Met |
| --- | --- | --- | --- |
| 322,000 EPSS scores, 1,400 KEV entries and 20,000 URLhaus addresses fetched, read and ranked (median of 5) | ${ingest.toFixed(0)} ms | 3,000 ms | ${met(ingest <= 3000)} |
| one search among 1,000,000 indicators, the scores and the catalogue, 95th percentile of 2,000 | ${p95.toFixed(2)} ms | 30 ms | ${met(p95 <= 30)} |
| indexing 1,000,000 indicators | ${indexed.toFixed(0)} ms | none | |
| reading a pnpm-lock.yaml of 15,000 packages | ${lock.toFixed(0)} ms | none | |
| reading a CycloneDX document of 15,000 components | ${sbom.toFixed(0)} ms | none | |`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('threats', 'npm run bench -- threats --write', table);
} finally {
  source.close();
  source.closeAllConnections();
}
