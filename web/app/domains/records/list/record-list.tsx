import type { ReactNode } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Paging, usePaging } from './use-paging.ts';
import './record-list.css';

type RecordListProps<Row extends { readonly id: string }> = {
  readonly rows: readonly Row[];
  /** Draws one as a list item: a `RecordRow`, or another one that marks itself with `data-record` and its title with `data-record-title`. */
  readonly children: (row: Row) => ReactNode;
  /** The list's name, where no heading gives it one. */
  readonly label?: string | undefined;
  /** Said in the place of the list where it has no rows. */
  readonly empty?: ReactNode;
  /** Where the page has to know which rows are drawn. */
  readonly paging?: Paging<Row>;
  /** How the list is laid out where it is not one of lines. */
  readonly className?: string | undefined;
};

const drawnAtOnce = 100;

/** Records, so many at once. The focus stays in the list when its row goes (`watchFocus`): it is on the next one then. */
export function RecordList<Row extends { readonly id: string }>(props: RecordListProps<Row>) {
  const { rows, children, label, empty, className } = props;
  const own = usePaging(rows, drawnAtOnce);
  const { drawn, next, showMore } = props.paging ?? own;
  return (
    <>
      {rows.length === 0 ? empty : null}
      <ul aria-label={label} className={classNames(className ?? 'record-list', 'empty:hidden')}>
        {drawn.map(children)}
      </ul>
      {next > 0 ? (
        <GhostButton className="mt-4" onClick={showMore}>
          {`Show ${next} more`}
        </GhostButton>
      ) : null}
    </>
  );
}
