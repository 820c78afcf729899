import { parseIp } from '@castellan/foundation/ip-address';
import { fail, succeed } from '@castellan/foundation/result';
import { parseHost } from '@castellan/probes/target';
import { z } from 'zod';
import { defineProbe, refuseInput, type Tool, type ToolRun } from '../../../server/tools/tool.ts';
import { reportPostmaster } from '../knowledge/postmaster-report.ts';
import { withALabels } from './a-labels.ts';
import { createLookUp } from './dns-lookups.ts';
import { inspectDomain, type MailToTry } from './inspect-domain.ts';
import { maxRunMs } from './run-limits.ts';
import { mailFields, readMailTarget, tryMail, tryMailByCommand } from './try-mail.ts';

/** A policy that is allowed costs some twenty questions; the usual selectors sixty. */
const maxQuestions = 600;

const isSelector = (text: string) => /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(text);
const selectorsOf = (list = '') => list.split(/[\s,]+/).filter((text) => text !== '');

const optionsSchema = z
  .strictObject({
    simulate: z.boolean().optional(),
    blocklists: z.boolean().optional(),
    ip: z
      .string()
      .max(45)
      .refine((text) => parseIp(text) !== undefined, 'an IP address')
      .optional(),
    ...mailFields,
    selectors: z
      .string()
      .max(600)
      .refine((list) => selectorsOf(list).length <= 20 && selectorsOf(list).every(isSelector), 'at most 20 selectors')
      .optional(),
  })
  .refine(({ simulate, ip }) => simulate !== true || ip !== undefined, {
    path: ['ip'],
    message: 'the address that sends the mail is wanted',
  });

/** All that DNS says of a domain's mail, and what a receiver would make of one. */
export const dnsPostmasterTool: Tool = {
  id: 'dns-postmaster',
  schemaVersion: 1,
  usage: [
    'dns-postmaster DOMAIN [--selectors A,B] [--blocklists] [--simulate --ip ADDRESS [--mail-from ADDRESS] [--helo NAME]]',
    'dns-postmaster --mail --ip ADDRESS [--mail-from ADDRESS] [--helo NAME]',
  ],
  flags: {
    mail: { type: 'boolean' },
    blocklists: { type: 'boolean' },
    simulate: { type: 'boolean' },
    ip: { type: 'string' },
    'mail-from': { type: 'string' },
    helo: { type: 'string' },
    selectors: { type: 'string' },
  },
  probe: defineProbe({
    isActive: false,
    options: optionsSchema,
    readTarget: (text) => {
      const mail = readMailTarget(text);
      if (mail !== undefined) return mail;
      const parsed = parseHost(text);
      if (!parsed.ok) return parsed;
      return parsed.value.kind === 'name' ? succeed(parsed.value.host) : refuseInput('Enter a domain, not an address.');
    },
    // The domain is looked up; which hosts are asked besides, its own records say.
    reach: () => ({ ports: 'none', below: false }),
    run: async (call) => (readMailTarget(call.target) === undefined ? run(call) : runMail(call)),
  }),
  command: (call) => (call.flags['mail'] === true ? tryMailByCommand(call) : undefined),
};

async function runMail(call: ToolRun<z.infer<typeof optionsSchema>>) {
  const { options } = call;
  const others = Object.keys(options).filter((name) => !(name in mailFields));
  return others.length === 0 ? tryMail(call) : refuseInput(`A single mail is evaluated by SPF only: leave out ${others.join(', ')}.`);
}

async function run({ target, options, ports, signal, say, note }: ToolRun<z.infer<typeof optionsSchema>>) {
  const deadline = AbortSignal.timeout(maxRunMs);
  const ending = AbortSignal.any([signal, deadline]);
  const lookUp = createLookUp({ dns: ports.dns, signal: ending, maxQuestions });
  const selectors = selectorsOf(options.selectors);
  const mail = mailToTry(target, options);
  const asksBlocklists = options.blocklists === true;
  const seen = await inspectDomain({ domain: target, selectors, mail, asksBlocklists, lookUp, ports, signal: ending, say, note });
  if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' } as const);
  if (seen === undefined) return fail({ code: 'name_not_found', message: `${target}: this name does not exist.` } as const);
  return succeed(reportPostmaster(seen));
}

function mailToTry(domain: string, options: z.infer<typeof optionsSchema>): MailToTry | undefined {
  const { simulate, ip = '', helo = domain } = options;
  const address = simulate === true ? parseIp(ip) : undefined;
  const mailFrom = (options['mail-from'] ?? `postmaster@${domain}`).replace(/^<(.*)>$/, '$1');
  return address === undefined ? undefined : { ip, address, mailFrom: withALabels(mailFrom), helo: withALabels(helo) };
}
