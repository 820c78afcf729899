import { cleanText } from '@castellan/exports/plain-text';
import { parseIp, writeIp } from '@castellan/foundation/ip-address';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ReportBody } from '@castellan/probes/report';
import { z } from 'zod';
import { type CommandBody, type CommandCall, refuseInput, type ToolFailure, type ToolRun } from '../../../server/tools/tool.ts';
import { checkHost, identityOf } from '../knowledge/check-host.ts';
import { type MailReportFacts, reportMail } from '../knowledge/mail-report.ts';
import { withALabels } from './a-labels.ts';
import { createLookUp } from './dns-lookups.ts';
import { maxRunMs } from './run-limits.ts';

/** Any policy that SPF allows costs fewer: ten terms, each of ten names at most, and reverse names. */
const maxQuestions = 300;

/** What a receiver is given besides the address. Whatever is written there has a result: what is no domain name gives `none`. */
export const mailFields = {
  'mail-from': z.string().max(1_000).optional(),
  helo: z.string().max(1_000).optional(),
};

const mailTarget = /^mail from (\S+)$/i;

/** The target that stands for mail from an address, and nothing else: `mail from 192.0.2.1`. `undefined` where a text is none. */
export function readMailTarget(text: string): Result<string, ToolFailure> | undefined {
  const [, written] = mailTarget.exec(text) ?? [];
  if (written === undefined) return undefined;
  const address = parseIp(written);
  return address === undefined ? refuseInput(`"${written.slice(0, 60)}" is not an IP address.`) : succeed(`mail from ${writeIp(address)}`);
}

/** `--mail --ip ADDRESS [--mail-from ADDRESS] [--helo NAME]`: SPF of one mail, without a domain. */
export async function tryMailByCommand({ words, flags, ports, signal, say, note }: CommandCall): Promise<Result<CommandBody, ToolFailure>> {
  const { ip, mail: _, ...rest } = flags;
  if (words.length > 0) return refuseInput('--mail evaluates one mail by SPF only: leave out the domain.');
  if (typeof ip !== 'string') return refuseInput('The sending address is missing: --ip ADDRESS.');
  const target = readMailTarget(`mail from ${ip}`) ?? refuseInput('--ip must be an IP address.');
  if (!target.ok) return target;
  const options = z.strictObject(mailFields).safeParse(rest);
  if (!options.success) return refuseInput('--mail takes --ip, --mail-from and --helo alone: nothing but SPF is queried.');
  const body = await tryMail({ target: target.value, options: options.data, ports, signal, say, note });
  return body.ok ? succeed({ ...body.value, target: target.value }) : body;
}

/** Evaluates SPF for one mail. Nothing but SPF's own questions is asked, and no mail is sent. */
export async function tryMail({
  target,
  options,
  ports,
  signal,
  say,
}: ToolRun<{ readonly 'mail-from'?: string | undefined; readonly helo?: string | undefined }>): Promise<
  Result<ReportBody<MailReportFacts>, ToolFailure>
> {
  const { 'mail-from': from = '', helo = '' } = options;
  const address = parseIp(mailTarget.exec(target)?.[1] ?? '');
  if (address === undefined) return refuseInput('The sending address is missing.');
  if (options['mail-from'] === undefined && options.helo === undefined) return refuseInput('Enter a MAIL FROM, a HELO, or both.');
  say({ done: 0, doing: 'SPF' });
  const mailFrom = from.trim().replace(/^<(.*)>$/, '$1');
  const ending = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
  const lookUp = createLookUp({ dns: ports.dns, signal: ending, maxQuestions });
  const nowSeconds = Math.floor(ports.clock.nowMs() / 1000);
  const query = { mailFrom: withALabels(mailFrom), helo: withALabels(helo) };
  const spf = await checkHost({ address, ...query }, { lookUp, nowSeconds });
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
  const { kind: identity, domain } = identityOf(query);
  const tried = {
    ip: writeIp(address),
    mailFrom: cleanText(mailFrom, 1_000),
    helo: cleanText(helo, 1_000),
    identity,
    domain: cleanText(domain, 300),
  };
  say({ done: 1, doing: 'SPF' });
  return succeed(reportMail({ tried, spf }));
}
