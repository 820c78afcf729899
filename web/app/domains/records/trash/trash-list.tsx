import { type ReactNode, type Ref, useState } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Day, dayLabel, dayOf } from '../../tasks/day.ts';
import { RecordRow } from '../list/record-row.tsx';

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
  /** Deleting permanently needs the server, which does not answer. */
  readonly isAway?: boolean;
  /** Below the rows: the way to the rest. */
  readonly more?: ReactNode;
  /** Said once something was done. */
  readonly announced: string;
  /** A question is asked about one of them: two sheets over each other would each want the focus. */
  readonly isAsking: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The trash as every page has it, behind its entry in the page's menu. */
export function TrashList({ isAsking, isOpen, onClose, children, ...list }: TrashListProps) {
  const { title } = list;
  const [askedId, setAskedId] = useState<string>();
  return (
    <>
      <Dialog
        open={isOpen && !isAsking}
        title={title}
        onClose={() => {
          setAskedId(undefined);
          onClose();
        }}
      >
        <TrashRows
          {...list}
          askedId={askedId}
          onDelete={(id) => {
            setAskedId(id);
            list.onDelete(id);
          }}
        />
      </Dialog>
      {children}
    </>
  );
}

type TrashRowsProps = Omit<TrashListProps, 'isAsking' | 'isOpen' | 'onClose' | 'children'> & {
  /** The one that was asked about last: its button has the focus again once the question is closed. */
  readonly askedId: string | undefined;
};

function TrashRows({ noun, today, records, count, isAway = false, more, head, askedId, onRestore, onDelete, announced }: TrashRowsProps) {
  return (
    <div>
      <p ref={head} tabIndex={-1} className="record-note">
        {count === 0
          ? `Nothing is in the trash. A deleted ${noun} stays here for 30 days.`
          : 'Deleted items are removed permanently after 30 days.'}
        {isAway && count > 0 ? ' To delete one permanently now needs the server, which does not answer.' : null}
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
                  <QuietButton
                    aria-label={`Delete permanently: “${name}”`}
                    data-autofocus={id === askedId || undefined}
                    disabled={isAway}
                    onClick={() => onDelete(id)}
                  >
                    Delete permanently
                  </QuietButton>
                )}
              </>
            }
          />
        ))}
      </ul>
      {more}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}
