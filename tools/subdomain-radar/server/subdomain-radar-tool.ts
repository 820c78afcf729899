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
import { type LoggedName, mergeSeen } from '../knowledge/certificate-logs.ts';
import { type FoundName, type NameSource, type RadarFacts, reportRadar, type SourceState } from '../knowledge/radar-report.ts';
import { type ClaimableService, readServices } from '../knowledge/takeover.ts';
import { readWords, usualNames } from '../knowledge/word-list.ts';
import { askCertSpotter, askCrtSh, describeFailure, type LogFound } from './ask-logs.ts';
import { lookAtName } from './look-at-name.ts';
import { createNameResolver } from './resolve-name.ts';
import { createNameSearch, type Hit } from './search-names.ts';

/** The whole of a run may take so long; what is not answered by then counts as unanswered. */
const maxRunMs = 180_000;
const maxQuestions = 250_000;
/** Lists beyond this are tried below the domain itself alone. */
const maxDeeperWords = 1_000;
const maxNames = 5_000;
const maxPagesAtOnce = 16;

const base = z
  .string()
  .max(300)
  .refine((text) => /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/.test(text), 'an address without query');

const optionsSchema = z.strictObject({
  words: z.string().max(2_000_000).optional(),
  depth: z.enum(['1', '2', '3', '4']).optional(),
  'no-logs': z.boolean().optional(),
  'no-probe': z.boolean().optional(),
  crtsh: base.optional(),
  certspotter: base.optional(),
  services: base.optional(),
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
      : refuseInput('Name a domain: example.org.');
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

/** Names below a domain: from certificate logs and a word list, each with where it leads and whether it can be taken over. */
export const subdomainRadarTool: Tool = {
  id: 'subdomain-radar',
  schemaVersion: 1,
  usage: [
    'subdomain-radar DOMAIN [--words FILE] [--depth 1|2|3|4] [--no-logs] [--no-probe] [--crtsh URL] [--certspotter URL] [--services URL]',
  ],
  flags: {
    words: { type: 'string' },
    depth: { type: 'string' },
    'no-logs': { type: 'boolean' },
    'no-probe': { type: 'boolean' },
    crtsh: { type: 'string' },
    certspotter: { type: 'string' },
    services: { type: 'string' },
  },
  command: (call) => (typeof call.flags['words'] === 'string' ? runWithWords(call, call.flags['words']) : undefined),
  probe,
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
  if (target === undefined || more.length > 0) return refuseInput('Name one domain.');
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
  const { target: domain, options, ports, signal, say, note: noteSeen } = given;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
  const resolver = createNameResolver({ dns: ports.dns, signal: ending, maxQuestions });
  say({ done: 0, doing: 'The domain itself' });
  const isThere = await resolver.exists(domain);
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  if (isThere === undefined) return fail({ code: 'unreachable', message: `DNS gives no answer for ${domain}.` });
  if (!isThere) return fail({ code: 'name_not_found', message: `${domain}: this name does not exist.` });
  const words = options.words === undefined ? usualNames : readWords(options.words);
  if (words.length === 0) return refuseInput('The list holds no words that could be names.');
  const search = createNameSearch({
    domain,
    words,
    deeperWords: words.length > maxDeeperWords ? usualNames : words,
    depth: Number(options.depth ?? 4),
    resolver,
    randomBytes: ports.randomBytes,
    say: (name, tried) => say({ done: Math.min(0.7, tried / (words.length * 4)), doing: `Trying ${name}` }),
  });
  const { egress } = ports;
  const logs = askLogs(options, { egress, signal: ending, domain });
  // Waited for below: a fault meanwhile is not to end the process.
  logs.catch(() => {});
  const guessed = await search.byWords();
  noteSeen('names of the word list', { guessed: guessed.map(({ name }) => name) });
  const logged = await logs;
  const seen = new Map<string, LoggedName & { readonly sources: readonly NameSource[] }>();
  const note = (name: LoggedName, source: NameSource) => {
    const known = seen.get(name.name);
    seen.set(name.name, { ...mergeSeen(known, name), sources: [...(known?.sources ?? []), source] });
  };
  noteSeen('certificate logs', {
    sources: logged.map(({ state }) => state),
    logged: logged.flatMap(({ names }) => names).slice(0, maxNames),
  });
  for (const { names, state } of logged) for (const name of names) note(name, state.source as NameSource);
  const isHit = new Set(guessed.map(({ name }) => name));
  const unguessed = [...seen.keys()].filter((name) => !isHit.has(name));
  const others = unguessed.slice(0, maxNames);
  say({ done: 0.75, doing: `Names of the logs: ${others.length}` });
  const isGuessed = new Set(guessed.map(({ name }) => name));
  const found = await search.byNames(others);
  // What words found below the logs' names was guessed as well.
  for (const { name } of found) if (!seen.has(name)) isGuessed.add(name);
  const allHits = [...new Map<string, Hit>([...guessed, ...found].map((hit) => [hit.name, hit])).values()];
  const hits = allHits.slice(0, maxNames);
  const left = Math.max(unguessed.length - others.length, allHits.length - hits.length);
  for (const { name } of hits) if (isGuessed.has(name)) note({ name, firstSeen: '', lastSeen: '' }, 'word list');
  const list = hits.some(({ resolved }) => resolved.chain.length > 0)
    ? await fetchServices(options.services ?? sources.services, egress, ending)
    : undefined;
  noteSeen('names that exist', { hits: hits.map(({ name }) => name) });
  say({ done: 0.85, doing: `Where ${hits.length} names lead` });
  const names = await lookAtAll(hits, seen, {
    resolver,
    egress,
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
      sources: [
        { source: 'word list', names: isGuessed.size, problem: '' },
        ...logged.map(({ state }) => state),
        ...(list === undefined || list.state.problem === '' ? [] : [list.state]),
      ],
      wildcards: search.wildcards().map(({ parent, answers }) => ({ parent, answers })),
      questions: resolver.questions(),
      unanswered: search.unanswered(),
      ...(left === 0 ? {} : { left }),
    }),
  );
}

function askLogs(options: Options, asking: Omit<Parameters<typeof askCrtSh>[0], 'base'>): Promise<readonly LogFound[]> {
  if (options['no-logs'] === true) return Promise.resolve([]);
  return Promise.all([
    askCrtSh({ ...asking, base: options.crtsh ?? sources.crtsh }),
    askCertSpotter({ ...asking, base: options.certspotter ?? sources.certspotter }),
  ]);
}

function lookAtAll(
  hits: readonly Hit[],
  seen: ReadonlyMap<string, LoggedName & { readonly sources: readonly NameSource[] }>,
  looking: Parameters<typeof lookAtName>[2],
): Promise<readonly FoundName[]> {
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
