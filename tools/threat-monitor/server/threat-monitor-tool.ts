import { trimEndOf } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Finding } from '@castellan/probes/report';
import type { Egress } from '../../../server/adapters/egress.ts';
import type { ForeignReads } from '../../../server/foreign/reader.ts';
import { createReadsHere } from '../../../server/foreign/reads-here.ts';
import { type CommandCall, refuseInput, type Tool } from '../../../server/tools/tool.ts';
import { parseInventory } from '../knowledge/inventory.ts';
import { joinThreats } from '../knowledge/join-threats.ts';
import type { FeedFailure } from '../knowledge/kev.ts';
import { type RankedItem, rankThreats } from '../knowledge/rank.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import { askOsv } from './ask-osv.ts';
import { askSsvc } from './ask-ssvc.ts';
import { feedFiles, readEpssBytes, readKevBytes } from './read-feeds.ts';
import type { SourceTrouble } from './source-trouble.ts';

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
/** EPSS from which on a vulnerability that is not in the catalogue counts as high: one in ten is exploited within 30 days. */
const highProbability = 0.1;

async function compare(path: string, call: CommandCall) {
  const bytes = await call.readInput(path);
  if (!bytes.ok) return bytes;
  const inventory = parseInventory(new TextDecoder().decode(bytes.value));
  if (!inventory.ok) return refuseInput(inventory.failure.message);
  const { packages, format } = inventory.value;
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
  const rank = (assessments: ReadonlyMap<string, SsvcPoints>) =>
    rankThreats(
      joinThreats({
        matches: found.matches,
        advisories: new Map(found.advisories.map((advisory) => [advisory.id, advisory])),
        products: [],
        kev: kev.ok ? kev.value : undefined,
        epss: epss.ok ? epss.value : undefined,
        assessments,
      }),
    ).filter(({ affects }) => affects.length > 0);
  const { assessments, problem } = await assess(call, reads, rank(new Map()));
  if (call.signal.aborted) return fail({ code: 'cancelled' as const, message: 'Cancelled.' });
  const items = rank(assessments);
  const sources: readonly SourceFact[] = [
    { source: 'KEV', entries: kev.ok ? kev.value.entries.size : 0, problem: kev.ok ? '' : kev.failure.message },
    { source: 'EPSS', entries: epss.ok ? epss.value.size : 0, problem: epss.ok ? '' : epss.failure.message },
    { source: 'OSV', entries: found.matches.length, problem: osv.ok ? '' : describeTrouble(osv.failure.code) },
    { source: 'SSVC', entries: assessments.size, problem },
  ];
  call.say({ done: 1, doing: 'done' });
  return succeed({
    target: path,
    verdict: verdictOf(items, packages.length, osv.ok),
    mark: osv.ok ? String(items.length) : '?',
    findings: [...sources.flatMap(missingFinding), ...items.map(findingOf)],
    format,
    packages: packages.length,
    sources,
    items,
  });
}

/** Asks for CISA's assessments of what was found. */
async function assess(call: CommandCall, reads: ForeignReads, items: readonly RankedItem[]) {
  const cves = items.map(({ id }) => id).filter((id) => id.startsWith('CVE-'));
  const wanted = cves.slice(0, maxAssessed);
  const assessments = new Map<string, SsvcPoints>();
  call.say({ done: 0.8, doing: `Asking CISA about ${wanted.length} vulnerabilities` });
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
  if (failure !== undefined) return { assessments, problem: describeTrouble(failure.code) };
  if (isFolderEmpty) return { assessments, problem: `No assessment of these vulnerabilities lies in ${call.feedsFolder}/${ssvcFolder}.` };
  return { assessments, problem: left === 0 ? '' : `CISA was not asked about ${left} further vulnerabilities.` };
}

function verdictOf(items: readonly RankedItem[], packages: number, isKnown: boolean): string {
  if (!isKnown) return 'OSV gave no answer, so it is not known which packages are vulnerable.';
  const exploited = items.filter(({ kev }) => kev !== undefined).length;
  if (items.length === 0) return `None of ${packages} packages is known to be vulnerable.`;
  return `${items.length} vulnerabilities in ${packages} packages, ${exploited} of them known to be exploited.`;
}

function findingOf(item: RankedItem): Finding {
  const { id, title, affects, fixedIn, kev, reason } = item;
  return {
    id: id.toLowerCase(),
    severity: severityOf(item),
    title: `${id}: ${title}`,
    evidence: affects.join(', '),
    why: reason,
    fix: fixedIn.length > 0 ? `Update to ${fixedIn.join(', ')}.` : (kev?.action ?? ''),
  };
}

function severityOf({ kev, ssvc, epss }: RankedItem): Finding['severity'] {
  if (kev !== undefined) return 'critical';
  return ssvc?.exploitation === 'active' || (epss?.probability ?? 0) >= highProbability ? 'high' : 'medium';
}

function missingFinding({ source, problem, entries }: SourceFact): readonly Finding[] {
  if (problem === '') return [];
  return [
    {
      id: `no-${source.toLowerCase()}`,
      severity: source === 'OSV' ? 'high' : 'info',
      title: entries === 0 ? `${source} was not read` : `Not all of ${source} was read`,
      evidence: problem,
      why: 'What it would have said is missing here.',
      fix: '',
    },
  ];
}

function describeTrouble(code: SourceTrouble): string {
  return code === 'must_wait' ? 'It asks for fewer questions.' : `It was not answered as expected (${code}).`;
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
  if (!answer.ok) return fail({ code: 'unreachable', message: `It cannot be reached (${answer.failure.code}).` });
  return answer.value.status === 200
    ? parse(answer.value.body)
    : fail({ code: 'unreachable', message: `It answers with the status ${answer.value.status}.` });
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
