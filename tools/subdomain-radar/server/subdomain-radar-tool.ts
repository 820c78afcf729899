import { cleanText } from '@castellan/exports/plain-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ReportBody } from '@castellan/probes/report';
import { parseHost } from '@castellan/probes/target';
import { z } from 'zod';
import type { Egress } from '../../../server/adapters/egress.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import {
  type CommandBody,
  type CommandCall,
  defineProbe,
  prepareRun,
  refuseInput,
  type Tool,
  type ToolFailure,
  type ToolRun,
} from '../../../server/tools/tool.ts';
import { type LoggedName, mergeSeen, nameBelow } from '../knowledge/certificate-logs.ts';
import {
  type FoundName,
  keepWalk,
  keyedSources,
  type NameSource,
  type RadarFacts,
  reportRadar,
  type SourceState,
} from '../knowledge/radar-report.ts';
import { type ClaimableService, readServices } from '../knowledge/takeover.ts';
import { readWords, usualNames } from '../knowledge/word-list.ts';
import { hostsOf, type ZoneWalk } from '../knowledge/zone-walk.ts';
import { askCertSpotter, askCrtSh, describeFailure, type LogFound } from './ask-logs.ts';
import { radarKeyedSources } from './keyed-sources.ts';
import { lookAtName } from './look-at-name.ts';
import { createNameResolver } from './resolve-name.ts';
import { createNameSearch, type Hit, type NameSearch } from './search-names.ts';
import { walkZone } from './walk-zone.ts';

/** The whole of a run may take so long; what is not answered by then counts as unanswered. */
const maxRunMs = 180_000;
const maxQuestions = 250_000;
/** Lists beyond this are tried below the domain itself alone. */
const maxDeeperWords = 1_000;
const maxNames = 5_000;
const maxPagesAtOnce = 16;
/** Of one source. */
const maxKnownNames = 10_000;

const base = z
  .string()
  .max(300)
  .refine((text) => /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/.test(text), 'an address without query');

const optionsSchema = z.strictObject({
  words: z.string().max(2_000_000).optional(),
  depth: z.enum(['1', '2', '3', '4']).optional(),
  'no-logs': z.boolean().optional(),
  'no-probe': z.boolean().optional(),
  'no-walk': z.boolean().optional(),
  crtsh: base.optional(),
  certspotter: base.optional(),
  services: base.optional(),
  /** What the server has learnt from sources that want a key; it adds this to a run, and to nothing that is kept. */
  known: z
    .array(
      z.strictObject({
        source: z.enum(keyedSources),
        names: z.array(z.string().max(260)).max(maxKnownNames),
        problem: z.string().max(300),
        isUnasked: z.literal(true).optional(),
      }),
    )
    .max(keyedSources.length)
    .optional(),
});

type Options = z.infer<typeof optionsSchema>;

const sources = {
  crtsh: 'https://crt.sh',
  certspotter: 'https://api.certspotter.com',
  services: 'https://raw.githubusercontent.com/EdOverflow/can-i-take-over-xyz/master/fingerprints.json',
};

const probe = defineProbe({
  isActive: false,
  options: optionsSchema,
  readTarget: (text) => {
    const parsed = parseHost(text);
    if (!parsed.ok) return parsed;
    return parsed.value.kind === 'name' && parsed.value.host.includes('.')
      ? succeed(parsed.value.host)
      : refuseInput('Enter a domain such as example.org.');
  },
  // Every name that is found below is looked up, and its web server is asked.
  reach: ({ options }) => ({
    ports:
      options['no-probe'] === true
        ? 'none'
        : [
            [80, 80],
            [443, 443],
          ],
    below: true,
  }),
  run,
});

/** Names below a domain: from a word list, the zone's NSEC records and certificate logs, each with where it leads and whether it can be taken over. */
export const subdomainRadarTool: Tool = {
  id: 'subdomain-radar',
  schemaVersion: 1,
  usage: [
    'subdomain-radar DOMAIN [--words FILE] [--depth 1|2|3|4] [--no-logs] [--no-probe] [--no-walk] [--crtsh URL] [--certspotter URL] [--services URL]',
  ],
  flags: {
    words: { type: 'string' },
    depth: { type: 'string' },
    'no-logs': { type: 'boolean' },
    'no-probe': { type: 'boolean' },
    'no-walk': { type: 'boolean' },
    crtsh: { type: 'string' },
    certspotter: { type: 'string' },
    services: { type: 'string' },
  },
  command: (call) => (typeof call.flags['words'] === 'string' ? runWithWords(call, call.flags['words']) : undefined),
  probe,
  keyed: {
    option: 'known',
    sources: radarKeyedSources,
    isWanted: (options) => optionsSchema.safeParse(options).data?.['no-logs'] !== true,
  },
  watched: { field: 'names', key: 'name', announce: announceNames },
};

/** The bell's words for names that no earlier report had. */
function announceNames(fresh: readonly string[], domain: string): { readonly title: string; readonly message: string } {
  const named = 5;
  const left = fresh.length - named;
  const [count, were] = fresh.length === 1 ? ['A new name', 'It was'] : [`${fresh.length} new names`, 'They were'];
  return {
    title: cleanText(`${count} below ${domain}`, 190),
    message: `${fresh.slice(0, named).join(', ')}${left > 0 ? ` and ${left} more` : ''}. ${were} in no earlier report.`,
  };
}

/** On the command line a list of words is a file. */
async function runWithWords(call: CommandCall, path: string): Promise<Result<CommandBody, ToolFailure>> {
  const [target, ...more] = call.words;
  if (target === undefined || more.length > 0) return refuseInput('Enter one domain.');
  const file = await call.readInput(path);
  if (!file.ok) return file;
  const words = new TextDecoder().decode(file.value);
  const prepared = prepareRun(probe, target, { ...call.flags, words });
  if (!prepared.ok) return prepared;
  const { ports, signal, say, note } = call;
  const body = await probe.run({ ...prepared.value, ports, signal, say, note });
  return body.ok ? succeed({ target: prepared.value.target, ...body.value }) : body;
}

async function run(given: ToolRun<Options>): Promise<Result<ReportBody<RadarFacts>, ToolFailure>> {
  const { target: domain, options, ports, signal, say } = given;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
  const resolver = createNameResolver({ dns: ports.dns, signal: ending, maxQuestions });
  say({ done: 0, doing: `Checking ${domain}` });
  const isThere = await resolver.exists(domain);
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  if (isThere === undefined) return fail({ code: 'unreachable', message: `There is no answer from DNS for ${domain}.` });
  if (!isThere) return fail({ code: 'name_not_found', message: `The name ${domain} does not exist.` });
  const words = options.words === undefined ? usualNames : readWords(options.words);
  if (words.length === 0) return refuseInput('The word list contains no valid names.');
  const search = createNameSearch({
    domain,
    words,
    deeperWords: words.length > maxDeeperWords ? usualNames : words,
    depth: Number(options.depth ?? 4),
    resolver,
    randomBytes: ports.randomBytes,
    say: (name, tried) => say({ done: Math.min(0.7, tried / (words.length * 4)), doing: `Trying ${name}` }),
  });
  const gathered = await gatherNames(given, search, ending);
  const { hits, seen, walk, left } = gathered;
  const list = hits.some(({ resolved }) => resolved.chain.length > 0)
    ? await fetchServices(options.services ?? sources.services, ports.egress, ending)
    : undefined;
  given.note('names that exist', { hits: hits.map(({ name }) => name) });
  say({ done: 0.85, doing: `Checking ${hits.length} names` });
  const names = await lookAtAll(hits, seen, {
    resolver,
    egress: ports.egress,
    services: list?.services ?? [],
    isProbed: options['no-probe'] !== true,
    turn: limitAtOnce(maxPagesAtOnce),
    nowIso: new Date(ports.clock.nowMs()).toISOString(),
    signal: ending,
  });
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  return succeed(
    reportRadar(domain, {
      names: names.toSorted((one, other) => (reversed(one.name) < reversed(other.name) ? -1 : 1)),
      sources: [...gathered.sources, ...(list === undefined || list.state.problem === '' ? [] : [list.state])],
      wildcards: search.wildcards().map(({ parent, answers }) => ({ parent, answers })),
      questions: resolver.questions() + (walk?.questions ?? 0),
      unanswered: search.unanswered(),
      ...(left === 0 ? {} : { left }),
      ...(walk === undefined ? {} : { walk: keepWalk(walk) }),
      ...(options['no-probe'] === true ? { isUnprobed: true } : {}),
    }),
  );
}

type SeenNames = ReadonlyMap<string, LoggedName & { readonly sources: readonly NameSource[] }>;

/** What all ways of finding names came to, and how each of them did. */
type Gathered = {
  readonly hits: readonly Hit[];
  readonly seen: SeenNames;
  readonly sources: readonly SourceState[];
  readonly walk: ZoneWalk | undefined;
  /** Names beyond those that are looked at. */
  readonly left: number;
};

/** Asks everybody at the same time: words, the zone itself, certificate logs, and what the server has learnt from others. */
async function gatherNames(given: ToolRun<Options>, search: NameSearch, signal: AbortSignal): Promise<Gathered> {
  const { target: domain, options, ports, say, note: noteSeen } = given;
  const logs = askLogs(options, { egress: ports.egress, signal, domain });
  const walking = options['no-walk'] === true ? undefined : walkZone(domain, walkBy(given, signal));
  // Waited for below: a fault meanwhile is not to end the process.
  logs.catch(() => {});
  walking?.catch(() => {});
  const guessed = await search.byWords();
  noteSeen('names of the word list', { guessed: guessed.map(({ name }) => name) });
  const logged = [...(await logs), ...keyedFound(options, domain)];
  const walk = await walking;
  const walked = walk === undefined ? [] : hostsOf(walk);
  const seen = new Map<string, LoggedName & { readonly sources: readonly NameSource[] }>();
  const note = (name: LoggedName, source: NameSource) => {
    const known = seen.get(name.name);
    seen.set(name.name, { ...mergeSeen(known, name), sources: [...(known?.sources ?? []), source] });
  };
  noteSeen('certificate logs', {
    sources: logged.map(({ state }) => state),
    logged: logged.flatMap(({ names }) => names).slice(0, maxNames),
  });
  for (const name of walked) note(unseen(name), 'NSEC walk');
  for (const { names, state } of logged) for (const name of names) note(name, state.source as NameSource);
  const isGuessed = new Set(guessed.map(({ name }) => name));
  const unguessed = [...seen.keys()].filter((name) => !isGuessed.has(name));
  const others = unguessed.slice(0, maxNames);
  say({ done: 0.75, doing: `Names from other sources: ${others.length}` });
  const found = await search.byNames(others);
  // What words found below others' names was guessed as well.
  for (const { name } of found) if (!seen.has(name)) isGuessed.add(name);
  const allHits = [...new Map<string, Hit>([...guessed, ...found].map((hit) => [hit.name, hit])).values()];
  const hits = allHits.slice(0, maxNames);
  for (const { name } of hits) if (isGuessed.has(name)) note(unseen(name), 'word list');
  return {
    hits,
    seen,
    sources: [
      { source: 'word list', names: isGuessed.size, problem: '' },
      ...(walk?.kind === 'walked' ? [{ source: 'NSEC walk', names: walked.length, problem: walk.problem } as const] : []),
      ...logged.map(({ state }) => state),
    ],
    walk,
    left: Math.max(unguessed.length - others.length, allHits.length - hits.length),
  };
}

const unseen = (name: string): LoggedName => ({ name, firstSeen: '', lastSeen: '' });

function walkBy({ ports: { dns, randomBytes }, say }: ToolRun<Options>, signal: AbortSignal): Parameters<typeof walkZone>[1] {
  return { dns, randomBytes, signal, say: (name, walked) => say({ done: 0.7, doing: `Walking the zone: ${walked} names, at ${name}` }) };
}

function askLogs(options: Options, asking: Omit<Parameters<typeof askCrtSh>[0], 'base'>): Promise<readonly LogFound[]> {
  if (options['no-logs'] === true) return Promise.resolve((['crt.sh', 'Cert Spotter'] as const).map(leftOut));
  return Promise.all([
    askCrtSh({ ...asking, base: options.crtsh ?? sources.crtsh }),
    askCertSpotter({ ...asking, base: options.certspotter ?? sources.certspotter }),
  ]);
}

const leftOut = (source: NameSource): LogFound => ({
  names: [],
  state: { source, names: 0, problem: 'Left out by an option.', isUnasked: true },
});

/** What the server has learnt with the owner's keys. Who runs a tool by hand has no keys here. */
function keyedFound(options: Options, domain: string): readonly LogFound[] {
  if (options['no-logs'] === true) return keyedSources.map(leftOut);
  return keyedSources.map((source): LogFound => {
    const told = options.known?.find((one) => one.source === source);
    if (told === undefined) return { names: [], state: { source, names: 0, problem: 'No API key.', isUnasked: true } };
    const names = told.names.flatMap((written) => {
      const name = nameBelow(written, domain);
      return name === undefined ? [] : [unseen(name)];
    });
    const state = { source, names: names.length, problem: told.problem };
    return { names, state: told.isUnasked === true ? { ...state, isUnasked: true } : state };
  });
}

function lookAtAll(hits: readonly Hit[], seen: SeenNames, looking: Parameters<typeof lookAtName>[2]): Promise<readonly FoundName[]> {
  return Promise.all(
    hits.map((hit) => {
      const { sources: from = [], firstSeen = '', lastSeen = '' } = seen.get(hit.name) ?? {};
      return lookAtName(hit, { sources: from, firstSeen, lastSeen }, looking);
    }),
  );
}

/** The services where a name can be claimed. Without the list, names that lead nowhere are told all the same. */
async function fetchServices(
  url: string,
  egress: Egress,
  signal: AbortSignal,
): Promise<{ readonly services: readonly ClaimableService[]; readonly state: SourceState }> {
  const told = (problem: string) => ({ services: [], state: { source: 'list of services', names: 0, problem } as const });
  const answer = await egress.send({ url, maxRedirects: 3, signal });
  if (!answer.ok) return told(describeFailure(answer.failure.code));
  if (answer.value.status !== 200) return told(`It answers with the status ${answer.value.status}.`);
  const read = readServices(answer.value.body.toString('utf8'));
  if (!read.ok) return told(read.failure.message);
  return { services: read.value, state: { source: 'list of services', names: read.value.length, problem: '' } };
}

/** Names that belong together stand together: sorted from the top down. */
function reversed(name: string): string {
  return name.split('.').toReversed().join('.');
}
