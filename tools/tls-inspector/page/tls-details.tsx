import type { Report } from '@castellan/probes/report';
import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { CheckList } from '../../../web/app/domains/tool-reports/check-list.tsx';
import { Card } from '../../../web/app/ui/panel.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { suiteByName } from '../knowledge/cipher-suites.ts';
import type { CertificateFacts } from '../knowledge/tls-facts.ts';
import { readTlsReport } from './read-tls-report.ts';

/** What only a TLS report has: what would raise the grade, suites by protocol, groups, certificates. */
export function TlsDetails({ report }: { readonly report: Report }) {
  const { protocols, certificates, nameless, limits, earlier } = readTlsReport(report);
  return (
    <>
      <CheckList checks={earlier} />
      {limits.length === 0 ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">What would improve the grade</h2>
          <ol className="mt-3">
            {limits.map(({ grade, reason, raise }) => (
              <li key={reason} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-2 text-sm">
                <span>{raise}</span>
                <span className="text-muted">
                  {reason}: grade capped at {grade}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="mt-10">
        <h2 className="lettering text-xl">Protocols and cipher suites</h2>
        <SuiteTable protocols={protocols} />
      </section>
      <section className="mt-10">
        <h2 className="lettering text-xl">Certificates</h2>
        <ul className="mt-3 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          {certificates.map((certificate) => (
            <CertificateCard
              key={`${certificate.chain} ${certificate.sha256}`}
              certificate={certificate}
              isForNoName={nameless.includes(certificate.chain)}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

function SuiteTable({ protocols }: { readonly protocols: readonly OfferedProtocol[] }) {
  const suites = [...new Set(protocols.toReversed().flatMap(({ suites: own }) => own))];
  if (suites.length === 0) return <p className="mt-3 text-muted">None.</p>;
  return (
    <TableFrame label="Cipher suites by protocol" className="mt-3">
      <table className="stacked-table is-inline w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th className="py-2 pr-4 font-normal">Cipher suite</th>
            {protocols.map(({ name }) => (
              <th key={name} className="px-2 py-2 text-center font-normal whitespace-nowrap">
                {shortName({ name })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {suites.map((name) => (
            <tr key={name} className="border-t border-hairline">
              <th scope="row" className="py-1 pr-4 font-mono font-normal [overflow-wrap:anywhere]">
                {breakable(name)}
              </th>
              {protocols.map((protocol) => (
                <td key={protocol.name} data-column={shortName(protocol)} className="px-2 text-center">
                  {protocol.suites.includes(name) ? <OfferedMark name={name} /> : null}
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-t border-hairline align-top text-muted">
            <th scope="row" className="py-2 pr-4 font-normal">
              Order of preference, and groups
            </th>
            {protocols.map(({ name, serverOrder, groups, dhBits }) => (
              <td key={name} data-column={shortName({ name })} className="px-2 py-2 text-center">
                {serverOrder ? 'server' : 'client'}
                {groups.map((group) => (
                  <div key={group} className="font-mono text-ink">
                    {group}
                  </div>
                ))}
                {dhBits === undefined ? null : <div>DH {dhBits}</div>}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </TableFrame>
  );
}

/** A suite's name, which a line may end after each of its parts. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=_)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name never changes, and two parts may be the same.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** A protocol as its column is headed. */
function shortName({ name }: Pick<OfferedProtocol, 'name'>): string {
  return name.replace('TLSv', '');
}

/** Weak suites are hatched, not only coloured. */
function OfferedMark({ name }: { readonly name: string }) {
  const suite = suiteByName(name);
  const isSound = suite?.isAead === true && suite.hasForwardSecrecy && suite.bits >= 128;
  return (
    <svg
      role="img"
      aria-label={isSound ? 'offered' : 'offered, weak'}
      viewBox="0 0 16 10"
      className={isSound ? 'inline h-2.5 text-verdigris' : 'inline h-2.5 text-amber'}
    >
      <rect x="0.5" y="0.5" width="15" height="9" fill={isSound ? 'currentColor' : 'none'} stroke="currentColor" />
      {isSound ? null : <path d="M0 10 10 0M6 10 16 0M-5 9 4 0" stroke="currentColor" fill="none" />}
    </svg>
  );
}

const roles: Readonly<Record<CertificateFacts['role'], string>> = { leaf: 'Leaf', intermediate: 'Intermediate', root: 'Root' };

type CertificateCardProps = { readonly certificate: CertificateFacts; readonly isForNoName: boolean };

function CertificateCard({ certificate, isForNoName }: CertificateCardProps) {
  const { role, subject, issuer, key, validFrom, validTo, signature, names, sha256, pem } = certificate;
  return (
    <li>
      <Card aria-label={`${roles[role]}: ${subject}`} className="h-full p-5">
        <p className="text-sm text-copper">
          {roles[role]}
          {isForNoName ? ', for clients without SNI' : ''}
        </p>
        <h3 className="font-semibold break-words">{subject}</h3>
        <p className="mt-1 text-sm text-muted">
          {key.kind} {key.curve ?? key.bits} · {validFrom.slice(0, 10) || 'invalid date'} to {validTo.slice(0, 10) || 'invalid date'} ·{' '}
          {signature}
        </p>
        {role === 'leaf' ? <p className="mt-1 text-sm break-words">For {names.slice(0, 8).join(', ') || 'no name'}</p> : null}
        <p className="mt-1 text-sm text-muted">Issued by {issuer}</p>
        <p className="mt-2 font-mono text-sm break-all text-muted">{sha256.slice(0, 32)}…</p>
        <div className="-mb-2 -ml-2">
          <CopyButton text={pem}>Copy PEM</CopyButton>
        </div>
      </Card>
    </li>
  );
}
