import type { ReactNode, Ref } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { type Day, dayLabel, dayOf } from '../../tasks/day.ts';
import { RecordRow } from '../list/record-row.tsx';
import { RecordSection } from '../list/record-section.tsx';

/** One deleted record as the trash shows it. */
type TrashedRecord = {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly deletedAt: string | null | undefined;
  /** Said below its name. */
  readonly note?: string | undefined;
  /** A change of it waits, so that it cannot be deleted permanently now. */
  readonly waits?: boolean;
};

type TrashListProps = {
  readonly title: string;
  readonly noun: string;
  readonly today: Day;
  /** The latest first. */
  readonly records: readonly TrashedRecord[];
  /** How many there are; more than are drawn, perhaps. */
  readonly count: number;
  /** Takes the focus where the last row goes. */
  readonly head: Ref<HTMLParagraphElement>;
  readonly onRestore: (id: string) => void;
  readonly onDelete: (id: string) => void;
  /** Said once something was done. */
  readonly announced: string;
  readonly children: ReactNode;
};

/** The trash as every page draws it. */
export function TrashList({ title, noun, today, records, count, head, onRestore, onDelete, announced, children }: TrashListProps) {
  return (
    <RecordSection title={title} count={count}>
      <p ref={head} tabIndex={-1} className="record-note">
        {count === 0
          ? `Nothing is in the trash. A deleted ${noun} stays here for 30 days.`
          : 'Deleted items are removed permanently after 30 days.'}
      </p>
      <ul className="border-t border-hairline empty:hidden">
        {records.map(({ id, name, deletedAt, note, waits = false }) => (
          <RecordRow
            key={id}
            id={id}
            isWrapping
            title={<span className="wrap-anywhere">{name}</span>}
            facts={
              <span className="record-facts">
                <span>{dayLabel(dayOf(new Date(deletedAt ?? 0)), today)}</span>
                {note === undefined ? null : <span>{note}</span>}
              </span>
            }
            aside={
              <>
                <QuietButton aria-label={`Restore “${name}”`} onClick={() => onRestore(id)}>
                  Restore
                </QuietButton>
                {waits ? (
                  <span className="px-3 text-sm text-amber">waits</span>
                ) : (
                  <QuietButton aria-label={`Delete permanently: “${name}”`} onClick={() => onDelete(id)}>
                    Delete permanently
                  </QuietButton>
                )}
              </>
            }
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {children}
    </RecordSection>
  );
}
