import type { Change, EngagementReport, ToolResult } from '@castellan/probes/engagement/engagement-report';
import { resultsOf, summariseChange, writeMoment } from '@castellan/probes/engagement/report-words';
import { SeverityMark } from '../tool-reports/severity-mark.tsx';

const lists = [
  ['New', 'appeared'],
  ['Worse', 'worse'],
  ['Less severe', 'better'],
  ['Gone', 'gone'],
] as const satisfies readonly (readonly [string, keyof Change])[];

/** Each target and tool of the engagement: the last report beside the one before. */
export function EngagementChanges({ report }: { readonly report: EngagementReport }) {
  return (
    <section aria-label="What changed" className="mt-6 border-t border-hairline pt-4">
      <h3 className="lettering text-lg">What changed</h3>
      <ul className="mt-2">
        {resultsOf(report).map((result) => (
          <ChangeItem key={result.runId} result={result} />
        ))}
      </ul>
    </section>
  );
}

function ChangeItem({ result: { title, target, change } }: { readonly result: ToolResult }) {
  const isWorse = change !== undefined && change.appeared.length + change.worse.length > 0;
  return (
    <li className="border-t border-hairline py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        {title} <span className="font-mono break-all">{target}</span>
      </p>
      {change === undefined ? (
        <p className="text-sm text-muted">No earlier report.</p>
      ) : (
        <p className={isWorse ? 'text-sm text-amber' : 'text-sm text-verdigris'}>
          Since {writeMoment(change.since)}: {summariseChange(change)}
        </p>
      )}
      <ul className="mt-1">
        {lists.flatMap(([label, list]) =>
          (change?.[list] ?? []).map(({ id, title: name, severity, evidence }) => (
            <li key={`${list} ${id} ${evidence}`} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 text-sm">
              <span>
                <span className="text-muted">{label}: </span>
                {name}
              </span>
              <SeverityMark severity={severity} />
            </li>
          )),
        )}
      </ul>
    </li>
  );
}
