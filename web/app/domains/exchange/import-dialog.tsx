import { useEffect, useRef, useState } from 'react';
import { Button, GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { takeBackStep } from '../records/engine/take-back-step.ts';
import { openRecords } from '../records/open-records.ts';
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
  /** Reads a file, and writes nothing. The signal stops it; what it answers then counts no longer. */
  readonly read: (file: File, signal: AbortSignal) => Promise<FileReading>;
  /** How a record of this kind is called. */
  readonly nameOf: (fields: Fields) => string;
  /** How many records one import may write. */
  readonly most?: number;
  /** Takes the plan as one step of undo, by the name of its batch; answers whether this browser keeps it. */
  readonly take: (plan: ImportPlan) => Promise<boolean>;
  readonly onClose: () => void;
};

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'read'; readonly name: string; readonly reading: FileReading };

/**
 * Brings a file in, in five steps: pick it, have it read, see row by row what taking it would do, take it, and take it back. Nothing is
 * written before the fourth.
 */
export function ImportDialog({ open, title, description, accept, read, nameOf, most, take, onClose }: ImportDialogProps) {
  const { state, choose, stop } = useReading(read, most);
  const show = useToast();
  const close = () => {
    stop();
    onClose();
  };
  const reading = state.kind === 'read' ? state.reading : undefined;
  const plan = reading !== undefined && 'plan' in reading ? reading.plan : undefined;
  const takeBack = async ({ batchId }: ImportPlan) => {
    const isBack = await openRecords().lend((engine) => takeBackStep(engine, batchId));
    show(isBack ? { title: 'Import undone', description: 'Everything else is as it was.' } : { title: 'Nothing to undo' });
  };
  const commit = async (chosen: ImportPlan) => {
    const kept = await take(chosen);
    close();
    if (!kept) return show({ title: 'Not imported', description: 'The browser could not keep it, so nothing was changed.', tone: 'alert' });
    show({
      title: 'Imported',
      description: `${chosen.fresh.length} new, ${chosen.changed.length} changed. Undo reverts everything.`,
      action: { label: 'Undo', onPress: () => void takeBack(chosen) },
    });
  };
  return (
    <Dialog
      open={open}
      title={title}
      description={`${description} Nothing is written before you say so.`}
      onClose={close}
      actions={
        plan !== undefined && plan.edits.length > 0 ? (
          <Button onWork={() => commit(plan)}>{`Import ${plan.edits.length}`}</Button>
        ) : (
          <GhostButton onClick={close}>Close</GhostButton>
        )
      }
    >
      <FileField label="File" accept={accept} onChoose={choose} />
      {state.kind === 'reading' ? (
        <div className="mt-4">
          <Progress label={`Reading ${state.name}`} done={0} total={0} stop={{ label: 'Cancel', onStop: stop }} />
        </div>
      ) : null}
      <div role="status" className="mt-4">
        {reading === undefined || state.kind !== 'read' ? null : 'fault' in reading ? (
          <StatusMark kind="failure">{reading.fault}</StatusMark>
        ) : (
          <PlanSummary heading={`${state.name}: ${reading.form}`} plan={reading.plan} nameOf={nameOf} />
        )}
      </div>
    </Dialog>
  );
}

/** Reads one file at a time: another choice, a stop and the end of the dialog end what is being read. */
function useReading(read: ImportDialogProps['read'], most: number | undefined) {
  const [state, setState] = useState<State>({ kind: 'none' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const stop = () => {
    current.current?.abort();
    current.current = undefined;
    setState({ kind: 'none' });
  };
  const choose = async (file: File | undefined) => {
    stop();
    if (file === undefined) return;
    const own = new AbortController();
    current.current = own;
    setState({ kind: 'reading', name: file.name });
    const reading = await read(file, own.signal);
    if (own.signal.aborted) return;
    const isTooMany = most !== undefined && 'plan' in reading && reading.plan.edits.length > most;
    setState({ kind: 'read', name: file.name, reading: isTooMany ? { fault: tooMany(most) } : reading });
  };
  return { state, stop, choose: (file: File | undefined) => void choose(file) };
}

/** All of an import is written, or nothing. */
const tooMany = (most: number) =>
  `It would write more than ${most.toLocaleString('en-GB')} records at once. Divide the file, and import one part after the other.`;
