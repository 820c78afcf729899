import { type ReactNode, useState } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useFocusKept } from './use-focus-kept.ts';
import './record-list.css';

type RecordListProps<Row extends { readonly id: string }> = {
  readonly rows: readonly Row[];
  /** Draws one as a list item: a `RecordRow`, or another one that marks itself with `data-record` and its title with `data-record-title`. */
  readonly children: (row: Row) => ReactNode;
  /** The list's name, where no heading gives it one. */
  readonly label?: string | undefined;
  /** Said in the place of the list where it has no rows. */
  readonly empty?: ReactNode;
  /** Rows drawn at once: thousands of them need not be drawn to find one. */
  readonly atOnce?: number;
  /** How the list is laid out where it is not one of lines. */
  readonly className?: string | undefined;
};

/** Records, so many at once. The focus stays in the list when its row goes: it is on the next one then. */
export function RecordList<Row extends { readonly id: string }>({
  rows,
  children,
  label,
  empty,
  atOnce = 100,
  className,
}: RecordListProps<Row>) {
  const [shown, setShown] = useState(atOnce);
  const list = useFocusKept(rows);
  return (
    <>
      {rows.length === 0 ? empty : null}
      <ul ref={list} aria-label={label} className={classNames(className ?? 'record-list', 'empty:hidden')}>
        {rows.slice(0, shown).map(children)}
      </ul>
      {rows.length > shown ? (
        <GhostButton className="mt-4" onClick={() => setShown(shown + atOnce)}>
          {`Show ${Math.min(atOnce, rows.length - shown)} more`}
        </GhostButton>
      ) : null}
    </>
  );
}
