import { describeDnsFailure, type LookUp, recordsOf } from '@castellan/probes/dns/records';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import type { MailFacts, MailServer } from '../knowledge/mx.ts';
import { askStartTls, type StartTlsSeen } from './ask-start-tls.ts';
import type { MailHost, MailHosts } from './gather-dane.ts';
import { addressesOf } from './gather-delegation.ts';

const smtpPort = 25;
const maxServers = 5;

/** What was found, and beside it what DANE is judged by. */
export type GatheredMail = { readonly facts: MailFacts; readonly hosts: MailHosts };

/** Finds the servers that take a domain's mail, and asks the first of them for TLS. */
export async function gatherMail(
  domain: string,
  {
    lookUp,
    ports,
    signal,
  }: { readonly lookUp: LookUp; readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions'>; readonly signal: AbortSignal },
): Promise<GatheredMail> {
  const answer = await lookUp(domain, 'MX');
  const problem = answer.status === 'failed' ? `MX of ${domain}: ${describeDnsFailure(answer.why)}.` : '';
  const records = recordsOf(answer).toSorted((one, other) => one.preference - other.preference);
  const named = records.filter(({ exchange }) => exchange !== '');
  const isNull = named.length < records.length;
  const isImplicit = answer.status === 'none';
  const implicit = isImplicit && (await addressesOf(domain, lookUp)).length > 0 ? [{ preference: 0, exchange: domain }] : [];
  const all = isImplicit ? implicit : named;
  const found = await Promise.all(all.slice(0, maxServers).map((one) => gatherServer(one, lookUp, { ports, signal })));
  const servers = found.map(({ server }) => server);
  return {
    facts: { servers, isNull, isImplicit, left: all.length - servers.length, problem },
    hosts: { hosts: found.map(({ mailHost }) => mailHost), isValidated: answer.status !== 'failed' && answer.isValidated, problem },
  };
}

async function gatherServer(
  { preference, exchange: host }: { readonly preference: number; readonly exchange: string },
  lookUp: LookUp,
  { ports, signal }: { readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions'>; readonly signal: AbortSignal },
): Promise<{ readonly server: MailServer; readonly mailHost: MailHost }> {
  const [four, six, addresses] = await Promise.all([lookUp(host, 'A'), lookUp(host, 'AAAA'), addressesOf(host, lookUp)]);
  const [address] = addresses;
  const untried: StartTlsSeen = { startTls: { kind: 'untried', reason: 'The server has no address.' }, chain: [] };
  const { startTls, chain } = address === undefined ? untried : await askStartTls({ host, address, port: smtpPort }, ports, signal);
  const lost = four.status === 'failed' ? `${host}: ${describeDnsFailure(four.why)}.` : `${host} has neither an A nor an AAAA record.`;
  const isAlias = four.status !== 'failed' && four.aliases.length > 0;
  const canonical = [...recordsOf(four), ...recordsOf(six)][0]?.name ?? host;
  const answered = [four, six].filter((one) => one.status === 'found');
  const isValidated = answered.length > 0 && answered.every((one) => one.isValidated);
  return {
    server: { preference, host, addresses, isAlias, problem: address === undefined ? lost : '', startTls },
    mailHost: { host, canonical, isValidated, startTls: startTls.kind, chain },
  };
}
