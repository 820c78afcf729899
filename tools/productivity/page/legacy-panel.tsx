import { useMemo, useState, useSyncExternalStore } from 'react';
import { planImport } from '../../../web/app/domains/exchange/plan-import.ts';
import { PlanSummary } from '../../../web/app/domains/exchange/plan-summary.tsx';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import type { RawRecord } from '../../../web/app/domains/records/record.ts';
import type { CollectionInHand } from '../../../web/app/domains/records/use-collection.ts';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import { type LegacySource, legacySource, readLegacy, removeConverted } from './legacy-records.ts';

type LegacyPanelProps<Row extends RawRecord> = {
  readonly source: LegacySource;
  readonly collection: Collection<Row>;
  readonly hand: CollectionInHand<Row>;
  /** What they are called, more than one of them. */
  readonly noun: string;
};

/**
 * What a legacy product left in this browser, offered to be taken over: shown as a dry run, converted by the owner’s confirmation as one
 * step of undo, and removed from its old place only once the server has it. Draws nothing where nothing is left.
 */
export function LegacyPanel<Row extends RawRecord>({ source, collection, hand, noun }: LegacyPanelProps<Row>) {
  const text = useSyncExternalStore(source.stored.subscribe, source.stored.read, () => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is read.
  const parsed = useMemo(() => readLegacy(source), [source, text]);
  const [open, setOpen] = useState(false);
  const show = useToast();
  if (parsed === undefined) return null;
  const plan = planImport(parsed, hand.state.rows, legacySource, new Date());
  const takeable = parsed.records.length;
  const take = async () => {
    const kept = plan.edits.length === 0 || (await hand.edit(plan.edits, { isWhole: true })).ok;
    const left = kept ? await openRecords().flush() : 1;
    if (kept && left === 0) removeConverted(source, parsed);
    setOpen(false);
    if (!kept) show({ title: 'Not imported', description: 'The browser could not keep it, so nothing was changed.', tone: 'alert' });
    else if (left > 0)
      show({ title: 'Imported', description: 'The older list stays until the server has everything; then remove it here.' });
    else show({ title: 'Imported', description: 'The older list is gone from this browser. Undo takes the import back.' });
  };
  return (
    <RecordSection title={`Older ${noun}`}>
      <p className="mt-3 text-muted">
        {`${takeable + parsed.rejected.length} ${noun} of an older version are stored in this browser unencrypted. You can import them.`}
      </p>
      <GhostButton className="mt-4" onClick={() => setOpen(true)}>
        {`Look at the older ${noun}`}
      </GhostButton>
      <Dialog
        open={open}
        title={`Older ${noun}`}
        description="Nothing is written before you say so. What cannot be taken stays where it is."
        onClose={() => setOpen(false)}
        actions={
          takeable === 0 ? (
            <GhostButton onClick={() => setOpen(false)}>Close</GhostButton>
          ) : (
            <Button onWork={take}>{plan.edits.length === 0 ? 'Remove the older list' : `Take over ${plan.edits.length}`}</Button>
          )
        }
      >
        <PlanSummary heading="In this browser’s storage" plan={plan} nameOf={collection.nameOf} />
      </Dialog>
    </RecordSection>
  );
}
