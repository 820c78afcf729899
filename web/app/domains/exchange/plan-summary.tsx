import { classNames } from '../../ui/class-names.ts';
import type { Fields } from '../records/record.ts';
import type { ImportPlan } from './plan-import.ts';

const shownOfEach = 8;

type PlanSummaryProps = {
  readonly heading: string;
  readonly plan: ImportPlan;
  /** How a record of this kind is called. */
  readonly nameOf: (fields: Fields) => string;
};

/** What taking an import would do, before anything is written. */
export function PlanSummary({ heading, plan, nameOf }: PlanSummaryProps) {
  const groups = [
    { title: 'New', lines: plan.fresh.map(({ line, fields }) => ({ line, text: nameOf(fields) })) },
    {
      title: 'Changed',
      lines: plan.changed.map(({ record, fields }) => ({
        line: record.line,
        text: `${nameOf(record.fields)} (${fields.join(', ').replaceAll('_', ' ')})`,
      })),
    },
    { title: 'There already', lines: plan.duplicate.map(({ line, fields }) => ({ line, text: nameOf(fields) })) },
    {
      title: 'Taken in part',
      isReason: true,
      lines: plan.partial.map(({ line, reason, text }) => ({ line, text: `${reason} ${text}`.trim() })),
    },
    {
      title: 'Not taken',
      isReason: true,
      lines: plan.rejected.map(({ line, reason, text }) => ({ line, text: `${reason} ${text}`.trim() })),
    },
  ];
  return (
    <>
      <p>{heading}</p>
      <dl className="mt-3 grid gap-3">
        {groups.map(({ title, isReason, lines }) => (
          <div key={title} className="min-w-0">
            <dt className="font-semibold">{`${title}: ${lines.length}`}</dt>
            {lines.slice(0, shownOfEach).map(({ line, text }) => (
              <dd key={`${line}:${text}`} className={classNames('text-sm text-muted', isReason ? 'wrap-anywhere' : 'truncate')}>
                <span className="font-mono">{`${line} `}</span>
                {text}
              </dd>
            ))}
            {lines.length > shownOfEach ? <dd className="text-sm text-muted">{`and ${lines.length - shownOfEach} more`}</dd> : null}
          </div>
        ))}
      </dl>
    </>
  );
}
