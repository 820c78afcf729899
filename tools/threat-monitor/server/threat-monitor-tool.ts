import { trimEndOf } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Finding } from '@castellan/probes/report';
import type { Egress } from '../../../server/adapters/egress.ts';
import type { ForeignReads } from '../../../server/foreign/reader.ts';
import { createReadsHere } from '../../../server/foreign/reads-here.ts';
import { type CommandCall, refuseInput, type Tool } from '../../../server/tools/tool.ts';
import { counted } from '../knowledge/counted.ts';
import type { Inventory } from '../knowledge/inventory/component-list.ts';
import { parseInventory } from '../knowledge/inventory/parse-inventory.ts';
import { describeLeftOut, readLeftOut, writeLeftOut } from '../knowledge/inventory.ts';
import { affectedName, joinThreats } from '../knowledge/join-threats.ts';
import { type AskedSource, judgeThreats } from '../knowledge/judge-threats.ts';
import type { FeedFailure } from '../knowledge/kev.ts';
import { type RankedItem, rankThreats, severityOf } from '../knowledge/rank.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import { askOsv } from './ask-osv.ts';
import { askSsvc } from './ask-ssvc.ts';
import { feedFiles, readEpssBytes, readKevBytes } from './read-feeds.ts';
import { describeTrouble } from './source-trouble.ts';

/** An inventory is compared on the command line; the page keeps inventories and feeds. */
export const threatMonitorTool: Tool = {
  id: 'threat-monitor',
  schemaVersion: 1,
  usage: ['threat-monitor FILE [--feeds DIR] [--kev URL] [--epss URL] [--osv URL] [--ssvc URL]'],
  flags: { kev: { type: 'string' }, epss: { type: 'string' }, osv: { type: 'string' }, ssvc: { type: 'string' } },
  command: (call) => {
    const [path, ...more] = call.words;
    return path === undefined || more.length > 0 ? undefined : compare(path, call);
  },
};

/** What a source brought: how many entries, or why it brought none. */
type SourceFact = { readonly source: 'KEV' | 'EPSS' | 'OSV' | 'SSVC'; readonly entries: number; readonly problem: string };

const bases = {
  kev: 'https://www.cisa.gov/sites/default/files/feeds',
  epss: 'https://epss.empiricalsecurity.com',
  osv: 'https://api.osv.dev/v1',
  ssvc: 'https://raw.githubusercontent.com/cisagov/vulnrichment/develop',
};
/** CISA's files, in the folder of `--feeds`: as in its repository. */
const ssvcFolder = 'vulnrichment';
/** CISA is asked for a file a CVE: for the first of the list. */
const maxAssessed = 200;
const maxFeedBytes = 32 * 1024 * 1024;

async function compare(path: string, call: CommandCall) {
  const bytes = await call.readInput(path);
  if (!bytes.ok) return bytes;
  const inventory = await parseInventory(bytes.value);
  if (!inventory.ok) return refuseInput(inventory.failure.message);
  const { packages, format, leftOut } = inventory.value;
  if (packages.length + leftOut.length === 0) return refuseInput(`The file (${format}) names no component.`);
  call.say({ done: 0, doing: 'reading KEV and EPSS' });
  const kev = await readFeed(call, 'kev', readKevBytes);
  const epss = await readFeed(call, 'epss', readEpssBytes);
  const reads = createReadsHere(call.feedsFolder === undefined ? call.ports.egress : egressOfFolder(call, call.feedsFolder));
  const osv = await askOsv(
    {
      reads,
      nowMs: call.ports.clock.nowMs,
      baseUrl: baseOf(call, 'osv'),
      signal: call.signal,
      known: async () => [],
      say: (done, doing) => call.say({ done: 0.2 + done * 0.6, doing }),
    },
    packages,
  );
  if (call.signal.aborted) return fail({ code: 'cancelled' as const, message: 'Cancelled.' });
  const found = osv.ok ? osv.value : { matches: [], advisories: [] };
  const products = leftOut.flatMap(({ reason, name, version, detail }) =>
    reason === 'cpe' ? [{ name: detail, label: `${name} ${version}`.trim() }] : [],
  );
  const rank = (assessments: ReadonlyMap<string, SsvcPoints>) =>
    rankThreats(
      joinThreats({
        matches: found.matches,
        advisories: new Map(found.advisories.map((advisory) => [advisory.id, advisory])),
        products,
        kev: kev.ok ? kev.value : undefined,
        epss: epss.ok ? epss.value : undefined,
        assessments,
      }),
      { kev: kev.ok, epss: epss.ok },
    ).filter(({ affects }) => affects.length > 0);
  const { assessments, problem } = await assess(call, reads, rank(new Map()));
  if (call.signal.aborted) return fail({ code: 'cancelled' as const, message: 'Cancelled.' });
  const items = rank(assessments);
  const sources: readonly SourceFact[] = [
    { source: 'KEV', entries: kev.ok ? kev.value.entries.size : 0, problem: kev.ok ? '' : kev.failure.message },
    { source: 'EPSS', entries: epss.ok ? epss.value.size : 0, problem: epss.ok ? '' : epss.failure.message },
    { source: 'OSV', entries: found.matches.length, problem: osv.ok ? '' : `${describeTrouble(osv.failure.code)}.` },
    { source: 'SSVC', entries: assessments.size, problem },
  ];
  call.say({ done: 1, doing: 'done' });
  const stored = call.feedsFolder === undefined ? undefined : 'stored file';
  const readOf = (version: string) => (stored === undefined ? 'in this run' : version === '' ? stored : `${stored}, ${version}`);
  const lastRead = {
    KEV: readOf(kev.ok ? kev.value.version : ''),
    EPSS: readOf(epss.ok ? epss.value.scoredAt.slice(0, 10) : ''),
    OSV: readOf(''),
    SSVC: readOf(''),
  };
  const matched = osv.ok ? found.matches.map((one) => affectedName(one.package)) : undefined;
  return succeed({ target: path, ...reportOn(inventory.value, items, { sources, lastRead }, matched) });
}

type ReadSourceFacts = { readonly sources: readonly SourceFact[]; readonly lastRead: Readonly<Record<SourceFact['source'], string>> };

/** The report; `matched` are packages with advisories, none where OSV did not answer. */
function reportOn(
  { format, packages, leftOut }: Inventory,
  items: readonly RankedItem[],
  { sources, lastRead }: ReadSourceFacts,
  matched: readonly string[] | undefined,
) {
  const findings = [...sources.flatMap(missingFinding), ...leftOutFinding(leftOut), ...items.map(findingOf)];
  const named = new Set(items.flatMap(({ affects }) => affects));
  const { checks, judgement, verdict } = judgeThreats(
    {
      items,
      inventories: [
        {
          id: 'file',
          name: 'the file',
          packages: packages.length,
          leftOut: readLeftOut(writeLeftOut(leftOut)),
          affected: matched === undefined ? undefined : [...new Set(matched)].filter((one) => named.has(one)),
        },
      ],
      products: leftOut.filter(({ reason }) => reason === 'cpe').length,
      sources: sources.flatMap((one) => askedSource(one, lastRead[one.source])),
    },
    findings,
  );
  return {
    verdict,
    mark: judgement.standing === 'open' || matched === undefined ? '?' : String(items.length),
    findings,
    checks,
    format,
    packages: packages.length,
    components: packages.length + leftOut.length,
    leftOut,
    sources,
    items,
  };
}

const askedNames: Partial<Record<SourceFact['source'], Pick<AskedSource, 'id' | 'name'>>> = {
  KEV: { id: 'kev', name: 'CISA KEV' },
  EPSS: { id: 'epss', name: 'EPSS' },
  OSV: { id: 'osv', name: 'OSV' },
};

/** Of a folder's files nothing says when they were fetched: what they say of themselves is named. */
function askedSource({ source, problem }: SourceFact, lastRead: string): readonly AskedSource[] {
  const asked = askedNames[source];
  if (asked === undefined) return [];
  return [{ ...asked, lastRead: problem === '' ? lastRead : undefined, isStale: false, problem: problem.replace(/\.$/, '') }];
}

/** Asks for CISA's assessments of what was found. */
async function assess(call: CommandCall, reads: ForeignReads, items: readonly RankedItem[]) {
  const cves = items.map(({ id }) => id).filter((id) => id.startsWith('CVE-'));
  const wanted = cves.slice(0, maxAssessed);
  const assessments = new Map<string, SsvcPoints>();
  call.say({ done: 0.8, doing: `Querying CISA SSVC for ${counted(wanted.length, 'vulnerability', 'vulnerabilities')}` });
  const failure = await askSsvc(
    {
      reads,
      nowMs: call.ports.clock.nowMs,
      baseUrl: baseOf(call, 'ssvc'),
      signal: call.signal,
      onAnswer: (cve, points) => {
        if (points !== undefined) assessments.set(cve, points);
      },
    },
    wanted,
  );
  const left = cves.length - wanted.length;
  const isFolderEmpty = call.feedsFolder !== undefined && wanted.length > 0 && assessments.size === 0;
  if (failure !== undefined) return { assessments, problem: `${describeTrouble(failure.code)}.` };
  if (isFolderEmpty)
    return { assessments, problem: `There is no assessment of these vulnerabilities in ${call.feedsFolder}/${ssvcFolder}.` };
  return {
    assessments,
    problem: left === 0 ? '' : `CISA SSVC was not queried for ${counted(left, 'further vulnerability', 'further vulnerabilities')}.`,
  };
}

function findingOf(item: RankedItem): Finding {
  const { id, title, affects, fixedIn, kev, reason } = item;
  return {
    id: id.toLowerCase(),
    severity: severityOf(item),
    title: item.isByName ? `To verify: ${id}: ${title}` : `${id}: ${title}`,
    evidence: affects.join(', '),
    why: reason,
    fix: fixedIn.length > 0 ? `Update to ${fixedIn.join(', ')}.` : (kev?.action ?? ''),
  };
}

const missingWords: Readonly<Record<SourceFact['source'], { readonly name: string; readonly why: string }>> = {
  KEV: { name: 'CISA KEV', why: 'Known exploitation is not taken into account.' },
  EPSS: { name: 'EPSS', why: 'The likelihood of exploitation is not taken into account.' },
  OSV: { name: 'OSV', why: 'Known vulnerabilities of the packages were not checked.' },
  SSVC: { name: 'CISA SSVC', why: 'CISA’s assessments are missing for some or all vulnerabilities.' },
};

function missingFinding({ source, problem, entries }: SourceFact): readonly Finding[] {
  if (problem === '') return [];
  const missing = missingWords[source];
  return [
    {
      id: `no-${source.toLowerCase()}`,
      severity: source === 'OSV' ? 'high' : 'info',
      title: entries === 0 ? `${missing.name} could not be queried` : `${missing.name} was queried in part`,
      evidence: problem,
      why: missing.why,
      fix: 'Run the check again once the source can be reached.',
    },
  ];
}

function leftOutFinding(leftOut: Inventory['leftOut']): readonly Finding[] {
  if (leftOut.length === 0) return [];
  return [
    {
      id: 'components-not-looked-up',
      severity: 'info',
      title: `${counted(leftOut.length, 'component')} not looked up`,
      evidence: describeLeftOut(readLeftOut(writeLeftOut(leftOut))),
      why: 'No vulnerability source was asked about these components; they may be vulnerable.',
      fix: 'Pin versions, add package URLs and the distribution to the file, or check these components by hand.',
    },
  ];
}

function baseOf({ flags }: CommandCall, id: keyof typeof bases): string {
  const given = flags[id];
  return trimEndOf(typeof given === 'string' ? given : bases[id], '/');
}

/** A feed from the folder of `--feeds`, else from its address. */
async function readFeed<Value>(
  call: CommandCall,
  id: 'kev' | 'epss',
  parse: (bytes: Uint8Array) => Result<Value, FeedFailure> | Promise<Result<Value, FeedFailure>>,
): Promise<Result<Value, { readonly code: string; readonly message: string }>> {
  const { feedsFolder, ports, signal } = call;
  if (feedsFolder !== undefined) {
    const stored = await call.readInput(`${feedsFolder}/${feedFiles[id]}`);
    return stored.ok ? parse(stored.value) : fail(stored.failure);
  }
  const url = `${baseOf(call, id)}/${feedFiles[id]}`;
  const answer = await ports.egress.send({ url, maxRedirects: 3, maxBodyBytes: maxFeedBytes, timeoutMs: 30_000, signal });
  if (!answer.ok) return fail({ code: 'unreachable', message: `it could not be reached (${answer.failure.code}).` });
  return answer.value.status === 200
    ? parse(answer.value.body)
    : fail({ code: 'unreachable', message: `it answered with the status ${answer.value.status}.` });
}

/**
 * Stored answers: OSV's, `querybatch.json` for the packages of the file in its order, and `vulns/ID.json`; CISA's assessments, which
 * are missing where there is no file. Nothing is sent.
 */
function egressOfFolder({ readInput }: CommandCall, folder: string): Egress {
  return {
    send: async ({ url }) => {
      const [assessment] = /\d{4}\/\d+xxx\/CVE-\d{4}-\d+\.json$/.exec(url) ?? [];
      if (assessment !== undefined) {
        const file = await readInput(`${folder}/${ssvcFolder}/${assessment}`);
        return succeed({ status: file.ok ? 200 : 404, headers: {}, body: Buffer.from(file.ok ? file.value : '') });
      }
      const [path = ''] = /(?:querybatch|vulns\/[A-Za-z0-9._%:-]+)$/.exec(url) ?? [];
      const stored = await readInput(`${folder}/${decodeURIComponent(path)}.json`);
      return stored.ok ? succeed({ status: 200, headers: {}, body: Buffer.from(stored.value) }) : fail({ code: 'name_not_found' as const });
    },
  };
}
