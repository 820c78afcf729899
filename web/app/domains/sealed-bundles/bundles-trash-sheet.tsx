import { useRef, useState } from 'react';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { GhostButton } from '../../ui/button.tsx';
import { TrashList } from '../records/trash/trash-list.tsx';
import type { SheetState } from '../records/trash/trash-sheet.tsx';
import type { EditToast } from '../records/use-edit-toast.ts';
import type { Day } from '../tasks/day.ts';
import type { BundledRecord, BundleKind } from './bundle-kind.ts';
import type { BundlesHand } from './bundles-hand.ts';
import type { BundlesView } from './read-bundles.ts';

export type BundlesTrashProps<Kept extends BundledRecord> = {
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
export function BundlesTrashSheet<Kept extends BundledRecord>({
  kind,
  hand,
  noun,
  today,
  tell,
  isOpen,
  onClose,
}: BundlesTrashProps<Kept> & SheetState) {
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
    <TrashList
      title="Trash"
      noun={noun}
      today={today}
      count={removed.length}
      records={(showsAll ? deleted : deleted.slice(0, shownAtFirst)).map((record) => ({
        id: record.id,
        name: kind.nameOf(record),
        deletedAt: record.removed_at,
        note: record.lost_to === undefined ? undefined : 'Not kept when two devices had changed it',
      }))}
      head={head}
      isAsking={doomed !== undefined}
      isOpen={isOpen}
      onClose={onClose}
      announced={announced}
      more={
        deleted.length > shownAtFirst && !showsAll ? (
          <GhostButton className="mt-3" onClick={() => setShowsAll(true)}>{`Show all ${deleted.length}`}</GhostButton>
        ) : null
      }
      onRestore={(id) => void tell(hand.restore(id)).then((kept) => kept && said(`${name} restored`))}
      onDelete={(id) => setDoomed(removed.find((record) => record.id === id))}
    >
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
    </TrashList>
  );
}
