import { countFindings, type Finding, isAtLeast, severities } from '@castellan/probes/report';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../session/copy-button.tsx';
import { SeverityMark, SeveritySign } from '../severity-mark.tsx';
import { FixSnippets } from './fix-snippets.tsx';
import { ReportRow } from './report-row.tsx';

/** The findings of a report, the worst first, each a row that opens. The first is open where it is of high severity or worse. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const seen = new Map<string, number>();
  return (
    <ul>
      {findings.map((finding, at) => {
        // One kind of finding may stand in a report twice.
        const nth = (seen.get(finding.id) ?? 0) + 1;
        seen.set(finding.id, nth);
        return (
          <li key={`${finding.id} ${nth}`}>
            <FindingRow finding={finding} isOpen={at === 0 && isAtLeast(finding.severity, 'high')} />
          </li>
        );
      })}
    </ul>
  );
}

function FindingRow({ finding, isOpen }: { readonly finding: Finding; readonly isOpen: boolean }) {
  const { severity, title, why, evidence, fix, snippets = [] } = finding;
  return (
    <ReportRow
      mark={<SeveritySign severity={severity} />}
      title={<h3 className="font-semibold">{title}</h3>}
      aside={<SeverityMark severity={severity} hasSign={false} />}
      isOpen={isOpen}
    >
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[5rem_minmax(0,1fr)]">
        {evidence === '' ? null : <Part name="Evidence" text={evidence} className="font-mono wrap-anywhere" />}
        {why === '' ? null : <Part name="Why" text={why} />}
        {fix === '' ? null : <Part name="Fix" text={fix} />}
      </dl>
      {fix !== '' && snippets.length === 0 ? (
        <div className="-ml-2 sm:pl-24">
          <CopyButton text={fix}>Copy</CopyButton>
        </div>
      ) : null}
      <FixSnippets label={`Server for: ${title}`} snippets={snippets} />
    </ReportRow>
  );
}

function Part({ name, text, className }: { readonly name: string; readonly text: string; readonly className?: string }) {
  return (
    <>
      <dt className="-mb-2 text-muted sm:mb-0">{name}</dt>
      <dd className={classNames('max-w-[44rem]', className)}>{text}</dd>
    </>
  );
}

/** How many findings there are of each severity, as signs with numbers. */
export function FindingCounts({ findings }: { readonly findings: readonly Finding[] }) {
  const counts = countFindings(findings);
  const found = severities.toReversed().filter((severity) => counts[severity] > 0);
  if (found.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {found.map((severity) => (
        <SeverityMark key={severity} severity={severity} count={counts[severity]} />
      ))}
    </p>
  );
}
