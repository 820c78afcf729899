import { type FileReading, ImportDialog } from '../../../../web/app/domains/exchange/import-dialog.tsx';
import { usePayday } from '../payday-context.ts';
import { payPlans } from './pay-plan.ts';
import { readPlans } from './plans-file.ts';

const largestFileBytes = 1_000_000;

const faults = {
  not_json: 'is not valid JSON.',
  not_ours: 'is not an export of Payday Fun.',
  too_many: 'has more than 200 kinds of pay.',
} as const;

/** Takes pay from a file that was exported here. */
export default function ImportPlansDialog({ onClose }: { readonly onClose: () => void }) {
  const { hand, plans } = usePayday();
  const read = async (file: File): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 1 MB.' };
    const found = readPlans(await file.text(), plans, new Date());
    return typeof found === 'string' ? { fault: `${file.name} ${faults[found]}` } : { form: 'Pay, JSON', plan: found };
  };
  return (
    <ImportDialog
      open
      title="Import pay"
      description="A JSON file that was exported here."
      accept=".json,application/json"
      read={read}
      nameOf={payPlans.nameOf}
      take={async ({ edits, batchId }) => (await hand.edit(edits, { isWhole: true, name: batchId })).ok}
      onClose={onClose}
    />
  );
}
