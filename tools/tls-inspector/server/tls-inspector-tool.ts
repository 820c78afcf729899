import { X509Certificate } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseTarget, writeTarget } from '@castellan/probes/target';
import { z } from 'zod';
import { describeSocketFailure } from '../../../server/tools/network-failure.ts';
import { defineProbe, refuseInput, type Tool, type ToolRun } from '../../../server/tools/tool.ts';
import { maxAuthorityLength, splitAuthorities } from '../knowledge/authorities.ts';
import { rateTls } from '../knowledge/grade.ts';
import { checkTls } from '../knowledge/tls-findings.ts';
import { judgeTls } from '../knowledge/tls-verdict.ts';
import { inspectTls } from './inspect-tls.ts';
import { createLines } from './open-line.ts';

const defaultPort = 443;

/** The whole of an inspection may take so long; a server that dawdles is told of with what there is by then. */
const maxRunMs = 60_000;

/** The ports on which mail servers wait for STARTTLS. */
const smtpPorts = [25, 587];

const optionsSchema = z.strictObject({
  starttls: z.enum(['smtp']).optional(),
  /** Certificates of private authorities, as PEM. */
  ca: z
    .string()
    .max(maxAuthorityLength, `more than ${maxAuthorityLength.toLocaleString('en')} characters`)
    .optional(),
});

/** Everything a server offers in SSL and TLS, its certificates, and the grade of the SSL Labs guide. */
export const tlsInspectorTool: Tool = {
  id: 'tls-inspector',
  schemaVersion: 2,
  usage: ['tls-inspector HOST[:PORT] [--starttls smtp] [--ca FILE]'],
  flags: { starttls: { type: 'string' }, ca: { type: 'string', isFile: true } },
  probe: defineProbe({
    isActive: false,
    options: optionsSchema,
    defaultPort,
    readTarget: (text) => {
      const parsed = parseTarget(text, defaultPort);
      return parsed.ok ? succeed(writeTarget(parsed.value, defaultPort)) : parsed;
    },
    run,
  }),
};

async function run({ target, options, ports, signal, say, note }: ToolRun<z.infer<typeof optionsSchema>>) {
  const parsed = parseTarget(target, defaultPort);
  if (!parsed.ok) return refuseInput(parsed.failure.message);
  const { kind, host, port } = parsed.value;
  const trusted = readAuthorities(options.ca ?? '');
  if (!trusted.ok) return refuseInput(trusted.failure.message);
  const startTls = options.starttls ?? (smtpPorts.includes(port) ? 'smtp' : undefined);
  const deadline = AbortSignal.timeout(maxRunMs);
  const ending = AbortSignal.any([signal, deadline]);
  const admitted = await ports.sockets.admit(host, ending);
  if (!admitted.ok) return fail(describeSocketFailure(admitted.failure, target));
  const [address = ''] = admitted.value;
  const openLine = createLines(ports.sockets, { address, port }, startTls, ending);
  const first = await openLine();
  if (!first.ok) {
    if (first.failure.code === 'starttls_refused') return fail({ code: 'unreachable', message: `${target} does not offer STARTTLS.` });
    return fail(describeSocketFailure(first.failure, target));
  }
  first.value.destroy();
  try {
    const facts = await inspectTls({ kind, host, address, startTls, openLine, trusted: trusted.value, ports, signal: ending, say, note });
    const rating = rateTls(facts);
    const checked = checkTls(facts);
    const { verdict, grade, limits } = judgeTls(facts, rating, checked);
    const { gradeIfTrusted, scores } = rating;
    const graded = grade === null ? {} : { mark: grade, gradeIfTrusted, scores };
    return succeed({ verdict, ...checked, grade, ...graded, limits, ...facts });
  } catch (error) {
    if (!ending.aborted) throw error;
    if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
    return fail({ code: 'timed_out', message: `${target} answered too slowly. The inspection stopped after one minute.` });
  }
}

/** The certificates of a private CA (PEM), each by itself; one that is none refuses them all. */
function readAuthorities(text: string): Result<readonly string[], { readonly code: string; readonly message: string }> {
  const found = splitAuthorities(text);
  if (!found.ok) return found;
  const read: string[] = [];
  for (const pem of found.value) {
    try {
      read.push(new X509Certificate(pem).toString());
    } catch {
      return refuseInput(`Certificate ${read.length + 1} of the private CA is incomplete or damaged.`);
    }
  }
  return succeed(read);
}
