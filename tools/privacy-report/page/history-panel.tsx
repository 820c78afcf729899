import { QuietButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { attributes } from './attributes.ts';
import { changesBetween, type PastReport, reportHistory } from './report-history.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The reports made in this browser, each with what changed since the one before. */
export function HistoryPanel({ reports }: { readonly reports: readonly PastReport[] }) {
  if (reports.length === 0) return null;
  return (
    <Panel title="Earlier reports in this browser" aside={<QuietButton onClick={() => reportHistory.clear()}>Clear</QuietButton>}>
      <ul>
        {reports.map((report, at) => (
          <li key={report.at} className="grid gap-x-6 border-t border-hairline py-2.5 sm:grid-cols-[13rem_6rem_1fr]">
            <time dateTime={new Date(report.at).toISOString()}>{day.format(report.at)}</time>
            <span className="font-mono">{report.bits === undefined ? '—' : `${report.bits.toFixed(1)} bits`}</span>
            <span className="text-sm text-muted">{sayChanges(report, reports[at + 1])}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        Kept here as hashes, so that a change shows. The same values after weeks mean: you can be recognised.
      </p>
    </Panel>
  );
}

function sayChanges(report: PastReport, before: PastReport | undefined): string {
  if (before === undefined) return 'The first report.';
  const changed = changesBetween(report, before);
  if (changed.length === 0) return 'All as before.';
  return `Changed: ${changed.map((id) => attributes.find((one) => one.id === id)?.name ?? id).join(', ')}.`;
}
