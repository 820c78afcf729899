import { QuietButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { usePaging } from '../records/list/use-paging.ts';
import type { Fields } from '../records/record.ts';
import type { ImportPlan } from './plan-import.ts';

const shownOfEach = 8;

type PlanSummaryProps = {
  readonly heading: string;
  readonly plan: ImportPlan;
  /** How a record of this kind is called. */
  readonly nameOf: (fields: Fields) => string;
};

/** A row of a file: its line, what it is, and an amount where it has one. */
type PlanLine = { readonly line: number; readonly text: string; readonly figure?: string };

/** Rows of one fate. */
type PlanGroup = {
  readonly title: string;
  /** What is not taken, or not whole, and why. */
  readonly isReason?: boolean;
  readonly lines: readonly PlanLine[];
};

/** What taking an import would do, row by row, before anything is written. */
export function PlanSummary({ heading, plan, nameOf }: PlanSummaryProps) {
  const groups: readonly PlanGroup[] = [
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
      <PlanGroups groups={groups} />
    </>
  );
}

/** What becomes of a file's rows, by what becomes of them. */
export function PlanGroups({ groups }: { readonly groups: readonly PlanGroup[] }) {
  return (
    <div className="mt-3 grid gap-4">
      {groups.map((group) => (
        <GroupOfLines key={group.title} group={group} />
      ))}
    </div>
  );
}

/** Rows of one fate, each by its line in the file: the first few, and all of them on request. */
function GroupOfLines({ group: { title, isReason = false, lines } }: { readonly group: PlanGroup }) {
  const { drawn, next, showMore } = usePaging(lines, shownOfEach, 200);
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className={classNames('pb-1 font-semibold', lines.length > 0 && 'border-b border-ink')}>{`${title}: ${lines.length}`}</h3>
      <ol className="empty:hidden">
        {drawn.map(({ line, text, figure }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a file may say the same.
            key={index}
            className="flex gap-2 border-b border-hairline py-1 text-sm text-muted"
          >
            <span className="w-9 shrink-0 tabular-nums">{line}</span>
            <span className={classNames('min-w-0 flex-1', isReason ? 'wrap-anywhere' : 'truncate')}>{text}</span>
            {figure === undefined ? null : <span className="tabular-nums">{figure}</span>}
          </li>
        ))}
      </ol>
      {next > 0 ? (
        <QuietButton className="-ml-2" onClick={showMore}>
          {`Show ${next} more of ${title.toLowerCase()}`}
        </QuietButton>
      ) : null}
    </section>
  );
}
