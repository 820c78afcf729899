import { describeDnsFailure, type LookUp, recordsOf } from '@castellan/probes/dns/records';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import type { MailFacts, MailServer, StartTls } from '../knowledge/mx.ts';
import { askStartTls } from './ask-start-tls.ts';
import { addressesOf } from './gather-delegation.ts';

const smtpPort = 25;
const maxServers = 5;

/** Finds the servers that take a domain's mail, and asks the first of them for TLS. */
export async function gatherMail(
  domain: string,
  {
    lookUp,
    ports,
    signal,
  }: { readonly lookUp: LookUp; readonly ports: Pick<ToolPorts, 'sockets' | 'tlsSessions'>; readonly signal: AbortSignal },
): Promise<MailFacts> {
  const found = await lookUp(domain, 'MX');
  const problem = found.status === 'failed' ? `MX of ${domain}: ${describeDnsFailure(found.why)}.` : '';
  const records = recordsOf(found).toSorted((one, other) => one.preference - other.preference);
  const named = records.filter(({ exchange }) => exchange !== '');
  const isNull = named.length < records.length;
  const isImplicit = found.status === 'none';
  const implicit = isImplicit && (await addressesOf(domain, lookUp)).length > 0 ? [{ preference: 0, exchange: domain }] : [];
  const all = isImplicit ? implicit : named;
  const servers = await Promise.all(
    all.slice(0, maxServers).map(async ({ preference, exchange: host }): Promise<MailServer> => {
      const [byName, addresses] = await Promise.all([lookUp(host, 'A'), addressesOf(host, lookUp)]);
      const [address] = addresses;
      const untried: StartTls = { kind: 'untried', reason: 'It has no address.' };
      const startTls = address === undefined ? untried : await askStartTls({ host, address, port: smtpPort }, ports, signal);
      const lost =
        byName.status === 'failed' ? `${host}: ${describeDnsFailure(byName.why)}.` : `${host} has neither an A nor an AAAA record.`;
      const isAlias = byName.status !== 'failed' && byName.aliases.length > 0;
      return { preference, host, addresses, isAlias, problem: address === undefined ? lost : '', startTls };
    }),
  );
  return { servers, isNull, isImplicit, left: all.length - servers.length, problem };
}
