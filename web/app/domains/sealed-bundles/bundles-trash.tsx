import { useRef, useState } from 'react';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { GhostButton, QuietButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { EditToast } from '../records/use-edit-toast.ts';
import { type Day, dayLabel, dayOf } from '../tasks/day.ts';
import type { BundledRecord, BundleKind } from './bundle-kind.ts';
import type { BundlesHand } from './bundles-hand.ts';
import type { BundlesView } from './read-bundles.ts';

type BundlesTrashProps<Kept extends BundledRecord> = {
  readonly kind: BundleKind<Kept>;
  readonly hand: BundlesHand<Kept> & { readonly view: BundlesView<Kept> };
  /** What one of them is called: `entry`. */
  readonly noun: string;
  readonly today: Day;
  readonly tell: EditToast['tell'];
};

/** Lines shown before the rest is asked for. */
const shownAtFirst = 30;

/** The bundled records that were deleted, until they come back, are deleted for good, or 30 days have passed. */
export function BundlesTrash<Kept extends BundledRecord>({ kind, hand, noun, today, tell }: BundlesTrashProps<Kept>) {
  const { removed } = hand.view;
  const [doomed, setDoomed] = useState<Kept>();
  const [showsAll, setShowsAll] = useState(false);
  const [announced, setAnnounced] = useState('');
  const head = useRef<HTMLParagraphElement>(null);
  const deleted = [...removed].sort((one, other) => (other.removed_at ?? '').localeCompare(one.removed_at ?? ''));
  const said = (word: string) => {
    setAnnounced(word);
    head.current?.focus();
  };
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <Panel title="Trash" aside={<span className="font-mono text-sm text-muted">{removed.length}</span>}>
      <p ref={head} tabIndex={-1} className="text-muted">
        {removed.length === 0
          ? `Nothing is in the trash. A deleted ${noun} stays here for 30 days.`
          : 'Deleted items are removed permanently after 30 days.'}
      </p>
      <ul className="mt-3 empty:hidden">
        {(showsAll ? deleted : deleted.slice(0, shownAtFirst)).map((record) => (
          <li key={record.id} className="flex flex-wrap items-center gap-x-3 border-t border-hairline py-1.5">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {kind.nameOf(record)}
              {record.lost_to === undefined ? null : (
                <span className="block text-sm text-muted">Not kept when two devices had changed it</span>
              )}
            </span>
            <span className="text-sm text-muted">{dayLabel(dayOf(new Date(record.removed_at ?? 0)), today)}</span>
            <span className="ml-auto flex items-center">
              <QuietButton
                aria-label={`Restore “${kind.nameOf(record)}”`}
                onClick={() => void tell(hand.restore(record.id)).then((kept) => kept && said(`${name} restored`))}
              >
                Restore
              </QuietButton>
              <QuietButton aria-label={`Delete permanently: “${kind.nameOf(record)}”`} onClick={() => setDoomed(record)}>
                Delete permanently
              </QuietButton>
            </span>
          </li>
        ))}
      </ul>
      {deleted.length > shownAtFirst && !showsAll ? (
        <GhostButton className="mt-3" onClick={() => setShowsAll(true)}>{`Show all ${deleted.length}`}</GhostButton>
      ) : null}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <AlertDialog
        open={doomed !== undefined}
        title={`Delete this ${noun} permanently?`}
        description={`“${doomed === undefined ? '' : kind.nameOf(doomed)}” leaves the trash, here and on your other devices.`}
        confirm={{
          label: 'Delete permanently',
          destroys: true,
          onConfirm: () => {
            if (doomed !== undefined) void tell(hand.drop(doomed.id)).then((kept) => kept && said(`${name} deleted permanently`));
            setDoomed(undefined);
          },
        }}
        onClose={() => setDoomed(undefined)}
      />
    </Panel>
  );
}
