import { fail, type Result, succeed } from '@castellan/foundation/result';
import { assumeCapture, type HttpAssumption } from '@castellan/probes/observatory/assume-capture';
import { mainChain } from '@castellan/probes/observatory/capture';
import { type Pasted, type PastedFailure, parsePasted } from '@castellan/probes/observatory/parse-pasted';
import { parseTarget, writeTarget } from '@castellan/probes/target';
import { z } from 'zod';
import type { EgressFailure } from '../../../server/adapters/egress.ts';
import {
  type CommandBody,
  type CommandCall,
  defineProbe,
  refuseInput,
  type Tool,
  type ToolFailure,
  type ToolRun,
} from '../../../server/tools/tool.ts';
import { auditCapture, describeAnswers } from '../knowledge/audit.ts';
import { type HarFailure, parseHar } from '../knowledge/parse-har.ts';
import { fetchCapture } from './fetch-capture.ts';

const defaultPort = 443;
const optionsSchema = z.strictObject({ preloaded: z.boolean().optional() });
const assumptions: readonly string[] = ['redirects', 'closed', 'stays'] satisfies readonly HttpAssumption[];

/** Score and grade of the HTTP Observatory, ways around the policy, and what else a site's headers show. */
export const httpAuditorTool: Tool = {
  id: 'http-auditor',
  schemaVersion: 1,
  usage: [
    'http-auditor HOST[:PORT] [--preloaded]',
    'http-auditor [HOST] --headers FILE [--html FILE] [--http redirects|closed|stays] [--preloaded]',
  ],
  flags: {
    headers: { type: 'string' },
    html: { type: 'string' },
    http: { type: 'string' },
    preloaded: { type: 'boolean' },
  },
  command: (call) => (typeof call.flags['headers'] === 'string' ? auditFile(call, call.flags['headers']) : undefined),
  probe: defineProbe({
    isActive: false,
    options: optionsSchema,
    defaultPort,
    readTarget: (text) => {
      const parsed = parseTarget(text, defaultPort);
      return parsed.ok ? succeed(writeTarget(parsed.value, defaultPort)) : parsed;
    },
    // A site without a port is asked by plain HTTP too.
    reach: ({ target }) => {
      const parsed = parseTarget(target, defaultPort);
      const port = parsed.ok ? parsed.value.port : defaultPort;
      return {
        ports:
          port === defaultPort
            ? [
                [80, 80],
                [port, port],
              ]
            : [[port, port]],
        below: false,
      };
    },
    run,
  }),
};

async function run({ target, options, ports, signal, say, note }: ToolRun<z.infer<typeof optionsSchema>>) {
  const parsed = parseTarget(target, defaultPort);
  if (!parsed.ok) return refuseInput(parsed.failure.message);
  const { kind, host, port } = parsed.value;
  const name = `${kind === 'ipv6' ? `[${host}]` : host}${port === defaultPort ? '' : `:${port}`}`;
  let done = 0;
  const { capture, failures, answerMs } = await fetchCapture(
    { hostname: host, httpUrl: `http://${name}/`, httpsUrl: `https://${name}/` },
    {
      egress: ports.egress,
      clock: ports.clock,
      signal,
      isPreloaded: options.preloaded === true,
      say: (doing) => {
        say({ done, doing });
        done += 0.6;
      },
    },
  );
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' } as const);
  if (mainChain(capture) === undefined) return fail(describeFailure(failures.https ?? failures.http ?? 'connection_failed', target));
  note('the answers and their headers', describeAnswers(capture));
  say({ done: 1, doing: 'Scoring' });
  const assumed =
    options.preloaded === true
      ? ['The host is on the HSTS preload list.']
      : ['The HSTS preload list was not queried: the host counts as not on it.'];
  return succeed({ ...auditCapture(capture, assumed), ...(answerMs === undefined ? {} : { answerMs }) });
}

function describeFailure(code: EgressFailure['code'], target: string): ToolFailure {
  switch (code) {
    case 'name_not_found':
      return { code, message: `${target}: the name does not resolve to an address.` };
    case 'address_refused':
      return {
        code,
        message: `${target} resolves to an address that is not public. To allow your own network, set TOOLS_ALLOW_CIDRS.`,
      };
    case 'body_too_long':
      return { code: 'unreachable', message: `${target}: the page is longer than 5 MiB.` };
    case 'timed_out':
      return { code: 'timed_out', message: `${target} did not answer in time.` };
    case 'aborted':
      return { code: 'cancelled', message: 'Cancelled.' };
    default:
      return { code: 'unreachable', message: `${target} answers neither over HTTP nor over HTTPS.` };
  }
}

/** Audits what a file holds: headers as curl prints them, or a HAR, whose first page counts. Nothing is sent. */
async function auditFile({ words, flags, readInput, ports }: CommandCall, path: string): Promise<Result<CommandBody, ToolFailure>> {
  const { http = 'redirects', html, preloaded } = flags;
  if (words.length > 1) return refuseInput('Name one host, or none.');
  if (typeof http !== 'string' || !assumptions.includes(http)) return refuseInput(`--http is one of ${assumptions.join(', ')}.`);
  const input = await readInput(path);
  if (!input.ok) return input;
  const page = typeof html === 'string' ? await readInput(html) : undefined;
  if (page !== undefined && !page.ok) return page;
  const read = readHeads(new TextDecoder().decode(input.value));
  if (!read.ok) return refuseInput(`${path}: ${read.failure.message}`);
  const { address, ...pasted } = read.value;
  const host = words[0] ?? address;
  const { capture, assumed, notSeen } = assumeCapture(pasted, {
    address: host,
    http: http as HttpAssumption,
    isPreloaded: preloaded === true,
    html: page === undefined ? '' : new TextDecoder().decode(page.value),
    nowMs: ports.clock.nowMs(),
  });
  return succeed({ target: capture.hostname ?? 'pasted headers', ...auditCapture(capture, assumed, undefined, notSeen) });
}

type Heads = Pick<Pasted, 'heads' | 'body'> & { readonly address: string };

function readHeads(text: string): Result<Heads, HarFailure | PastedFailure> {
  if (!/^\uFEFF?\s*[{[]/.test(text)) {
    const pasted = parsePasted(text);
    return pasted.ok ? succeed({ ...pasted.value, address: '' }) : pasted;
  }
  const har = parseHar(text);
  if (!har.ok) return har;
  const [page] = har.value;
  return page === undefined
    ? fail({ code: 'no_page', message: 'This HAR contains no page.' })
    : succeed({ heads: page.answers, body: page.body, address: page.answers[0].url });
}
