import { type FileReading, ImportDialog } from '../exchange/import-dialog.tsx';
import type { CollectionInHand } from '../records/use-collection.ts';
import { type Engagement, engagements } from './engagement-record.ts';
import { readEngagements } from './engagements-file.ts';

const largestFileBytes = 20_000_000;

const faults = {
  not_json: 'is not valid JSON.',
  not_ours: 'is not an export of engagements.',
  too_many: 'has more than 200 engagements.',
} as const;

type ImportEngagementsDialogProps = { readonly hand: CollectionInHand<Engagement>; readonly onClose: () => void };

/** Takes engagements from a file that was exported here. */
export default function ImportEngagementsDialog({ hand, onClose }: ImportEngagementsDialogProps) {
  const read = async (file: File): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 20 MB.' };
    const found = readEngagements(await file.text(), hand.state.rows, new Date());
    return typeof found === 'string' ? { fault: `${file.name} ${faults[found]}` } : { form: 'Engagements, JSON', plan: found };
  };
  return (
    <ImportDialog
      open
      title="Import engagements"
      description="A JSON file that was exported here."
      accept=".json,application/json"
      read={read}
      nameOf={engagements.nameOf}
      take={async ({ edits, batchId }) => (await hand.edit(edits, { isWhole: true, name: batchId })).ok}
      onClose={onClose}
    />
  );
}
