import type { Report } from '@castellan/probes/report';
import type { ReactNode } from 'react';
import type { BimiFacts, LogoSeen } from '../knowledge/bimi/bimi-part.ts';
import type { DaneFacts, JudgedTlsa } from '../knowledge/dane/dane-part.ts';
import { showTlsa } from '../knowledge/dane/tlsa.ts';
import type { PostmasterFacts, SpfFacts } from '../knowledge/postmaster-report.ts';
import { BlocklistTable } from './blocklist-table.tsx';
import { FactTable } from './fact-table.tsx';
import { readMailReport, readPostmasterReport } from './read-postmaster-report.ts';
import { SpfTrace, SpfTreeDrawing } from './spf-drawing.tsx';
import { StampSheet } from './stamp-sheet.tsx';

/** What only a report of DNS Postmaster has. */
export function PostmasterDetails({ report }: { readonly report: Report }) {
  const facts = readPostmasterReport(report);
  if (facts === undefined) return <MailAlone report={report} />;
  const { parts, spf, spfTree, simulation, records } = facts;
  return (
    <>
      {simulation === null ? null : (
        <Mail mail={simulation} spf={spf}>
          SPF was evaluated for {simulation.spfDomain}, which is {simulation.isAligned ? '' : 'not '}aligned with the From domain.
        </Mail>
      )}
      <Part title="Part by part">
        <StampSheet parts={parts} />
      </Part>
      <Part title="SPF with all includes">
        <SpfTreeDrawing tree={spfTree} />
      </Part>
      <Dmarc facts={facts} />
      <div className="mt-10 grid gap-x-10 gap-y-10 lg:grid-cols-2">
        {facts.blocklists === undefined ? null : <BlocklistTable facts={facts.blocklists} />}
        {facts.dane === undefined ? null : <DaneTable facts={facts.dane} />}
        <MailServers facts={facts} />
        <Keys facts={facts} />
        <NameServers facts={facts} />
        {facts.bimi === undefined ? null : <Bimi facts={facts.bimi} />}
        <Records records={records} />
      </div>
    </>
  );
}

/** A report on one mail alone. */
function MailAlone({ report }: { readonly report: Report }) {
  const facts = readMailReport(report);
  if (facts === undefined) return null;
  const { tried, spf } = facts;
  return (
    <Mail mail={tried} spf={spf}>
      SPF was evaluated for the {tried.identity} domain{tried.domain === '' ? '' : ` ${tried.domain}`}. DMARC alignment was not looked at.
    </Mail>
  );
}

type MailProps = {
  readonly mail: { readonly ip: string; readonly mailFrom: string; readonly helo: string };
  readonly spf: Pick<SpfFacts, 'steps' | 'explanation'>;
  /** Whom SPF spoke for. */
  readonly children: ReactNode;
};

function Mail({ mail: { ip, mailFrom, helo }, spf: { steps = [], explanation = '' }, children }: MailProps) {
  return (
    <Part title="The mail, step by step">
      <p className="mt-2 text-sm [overflow-wrap:anywhere] text-muted">
        From {ip}, MAIL FROM {mailFrom || 'empty'}, HELO {helo || 'empty'}. {children}
      </p>
      {steps.length === 0 ? <p className="mt-3 text-muted">There was no record to evaluate.</p> : <SpfTrace steps={steps} />}
      {explanation === '' ? null : <p className="mt-2 text-sm [overflow-wrap:anywhere]">Explanation by the domain (exp=): {explanation}</p>}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="lettering text-xl">{title}</h2>
      {children}
    </section>
  );
}

function Dmarc({ facts: { dmarc } }: { readonly facts: PostmasterFacts }) {
  const { record, organizationalDomain, walked, differences } = dmarc;
  return (
    <Part title="DMARC">
      <p className="mt-2 text-sm [overflow-wrap:anywhere] text-muted">
        Organizational domain {organizationalDomain}; queried {walked.join(', ')}.
      </p>
      <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">{record === null ? 'No valid record.' : record.text}</p>
      <h3 className="mt-4 font-semibold">Differences under RFC 7489</h3>
      {differences.length === 0 ? (
        <p className="mt-1 text-sm text-muted">None: both give the same result.</p>
      ) : (
        <ul className="mt-1">
          {differences.map((difference) => (
            <li key={difference} className="border-t border-hairline py-2 text-sm">
              {difference}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function MailServers({ facts: { mail } }: { readonly facts: PostmasterFacts }) {
  const rows = mail.servers.map(({ preference, host, addresses, startTls }) => [
    String(preference),
    host,
    addresses.join(', ') || 'none',
    startTls.kind === 'offered'
      ? `${startTls.protocol}, ${startTls.distrust === '' && startTls.matchesName ? 'verified' : 'not verified'}, to ${startTls.validTo.slice(0, 10) || 'no day'}`
      : startTls.reason,
  ]);
  return (
    <FactTable
      title="Mail servers"
      columns={['Order', 'Server', 'Addresses', 'STARTTLS']}
      rows={rows}
      empty={mail.isNull ? 'The domain accepts no mail (null MX).' : 'None.'}
    />
  );
}

const outcomes: Readonly<Record<JudgedTlsa['outcome'], string>> = {
  match: 'matches',
  mismatch: 'does not match',
  unusable: 'not usable',
  unproven: 'not proven',
  untried: 'no certificate was seen',
};

function DaneTable({ facts: { servers } }: { readonly facts: DaneFacts }) {
  const rows = servers.flatMap(({ host, records, security }) =>
    records.map((record) => [
      host,
      showTlsa(record, 24),
      `${outcomes[record.outcome]}${record.detail === '' ? '' : `: ${record.detail}`}`,
      security === 'validated' ? 'validated' : security === 'insecure' ? 'not signed' : 'not known',
    ]),
  );
  return (
    <div className="min-w-0 lg:col-span-2">
      <FactTable
        title="DANE (TLSA)"
        columns={['Server', 'Record', 'Certificate', 'DNSSEC']}
        rows={rows}
        empty="No TLSA record was found."
      />
    </div>
  );
}

function Bimi({ facts: { name, record, problem, failure, logo } }: { readonly facts: BimiFacts }) {
  const rows =
    record === null
      ? []
      : [
          ['Record', record.text],
          ['Logo', sayLogo(logo)],
          ['Mark certificate', record.certificate === '' ? 'none' : `${record.certificate} (not looked at)`],
        ];
  return <FactTable title="BIMI" columns={['Part', name]} hasShortNames rows={rows} empty={problem || failure || 'There is no record.'} />;
}

function sayLogo(logo: LogoSeen): string {
  if (logo.kind !== 'read') return `not read: ${logo.reason}`;
  return logo.faults.length === 0 ? 'no violation of SVG Tiny PS was found' : logo.faults.join('; ');
}

function Keys({ facts: { dkim } }: { readonly facts: PostmasterFacts }) {
  const rows = dkim.keys.map(({ selector, kind, bits, isRevoked, isTesting, problem }) => [
    selector,
    isRevoked ? 'revoked' : kind,
    bits === 0 ? '' : String(bits),
    problem || (isTesting ? 'test mode' : ''),
  ]);
  return (
    <FactTable
      title="DKIM keys"
      columns={['Selector', 'Type', 'Bits', 'Note']}
      rows={rows}
      empty={`None at the ${dkim.tried} selectors that were tried.`}
    />
  );
}

function NameServers({ facts: { delegation, dnssec } }: { readonly facts: PostmasterFacts }) {
  const rows = delegation.servers.map(({ host, addresses, answer, reason, serial }) => [
    host,
    addresses.join(', ') || 'none',
    answer === 'authoritative' ? `serial ${serial}` : `${answer}: ${reason}`,
  ]);
  const keys = dnssec.ds.map(({ keyTag, algorithm, matchesKey }) => [
    String(keyTag),
    String(algorithm),
    matchesKey ? 'matches' : 'no match',
  ]);
  return (
    <div className="grid min-w-0 content-start gap-10">
      <FactTable title="Name servers" columns={['Server', 'Addresses', 'Answer']} rows={rows} empty="None were found." />
      {keys.length === 0 ? null : <FactTable title="DS records" columns={['Key tag', 'Algorithm', 'DNSKEY']} rows={keys} empty="" />}
    </div>
  );
}

function Records({ records }: Pick<PostmasterFacts, 'records'>) {
  return (
    <div className="min-w-0 lg:col-span-2">
      <FactTable
        title="Records"
        columns={['Type', 'TTL', 'Value']}
        hasShortNames
        rows={records.map(({ type, ttl, value }) => [type, String(ttl), value])}
        empty="The domain itself has no records."
      />
    </div>
  );
}
