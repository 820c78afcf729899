import { useState } from 'react';
import { Button, GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import type { Fields } from '../records/record.ts';
import type { ImportPlan } from './plan-import.ts';
import { PlanSummary } from './plan-summary.tsx';

/** What was found in a file: how it was read, in a few words, and what taking it would do; or why it was not read. */
export type FileReading = { readonly form: string; readonly plan: ImportPlan } | { readonly fault: string };

type ImportDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** Which files there may be. */
  readonly description: string;
  /** As `<input accept>`. */
  readonly accept: string;
  /** Reads a file, and writes nothing. */
  readonly read: (file: File) => Promise<FileReading>;
  /** How a record of this kind is called. */
  readonly nameOf: (fields: Fields) => string;
  /** How many records one import may write. */
  readonly most?: number;
  /** Takes the plan as one step of undo; answers whether this browser keeps it. */
  readonly take: (plan: ImportPlan) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Reads a file, shows what taking it would do, and takes it once the owner says so. */
export function ImportDialog({ open, title, description, accept, read, nameOf, most, take, onClose }: ImportDialogProps) {
  const [found, setFound] = useState<{ readonly name: string; readonly reading: FileReading }>();
  const show = useToast();
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const reading = await read(file);
    const isTooMany = most !== undefined && 'plan' in reading && reading.plan.edits.length > most;
    setFound({ name: file.name, reading: isTooMany ? { fault: tooMany(most) } : reading });
  };
  const close = () => {
    setFound(undefined);
    onClose();
  };
  const plan = found !== undefined && 'plan' in found.reading ? found.reading.plan : undefined;
  const commit = async (chosen: ImportPlan) => {
    const kept = await take(chosen);
    close();
    show(
      kept
        ? { title: 'Imported', description: `${chosen.fresh.length} new, ${chosen.changed.length} changed. Undo reverts everything.` }
        : { title: 'Not imported', description: 'The browser could not keep it, so nothing was changed.', tone: 'alert' },
    );
  };
  return (
    <Dialog
      open={open}
      title={title}
      description={`${description} Nothing is written before you say so.`}
      onClose={close}
      actions={
        plan !== undefined && plan.edits.length > 0 ? (
          <Button onClick={() => void commit(plan)}>{`Import ${plan.edits.length}`}</Button>
        ) : (
          <GhostButton onClick={close}>Close</GhostButton>
        )
      }
    >
      <FileField label="File" accept={accept} onChoose={(file) => void choose(file)} />
      <div role="status" className="mt-4">
        {found === undefined ? null : 'fault' in found.reading ? (
          <StatusMark kind="failure">{found.reading.fault}</StatusMark>
        ) : (
          <PlanSummary heading={`${found.name}: ${found.reading.form}`} plan={found.reading.plan} nameOf={nameOf} />
        )}
      </div>
    </Dialog>
  );
}

/** All of an import is written, or nothing. */
const tooMany = (most: number) =>
  `It would write more than ${most.toLocaleString('en-GB')} records at once. Divide the file, and import one part after the other.`;
