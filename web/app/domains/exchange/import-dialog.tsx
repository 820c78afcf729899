import { useEffect, useRef, useState } from 'react';
import { takeBackStep } from '../records/engine/take-back-step.ts';
import { openRecords } from '../records/open-records.ts';
import type { Fields } from '../records/record.ts';
import { ImportFrame } from './import-frame.tsx';
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

/** Brings a file of records of one collection in: what its reading plans is shown, taken and taken back whole. */
export function ImportDialog({ read, nameOf, most, take, onClose, ...rest }: ImportDialogProps) {
  const { state, choose, stop } = useReading(read, most);
  const found = state.kind === 'read' ? state.reading : undefined;
  const plan = found !== undefined && 'plan' in found ? found.plan : undefined;
  const takePlan = async () => {
    if (plan === undefined || !(await take(plan))) return undefined;
    const takeBack = () => openRecords().lend((engine) => takeBackStep(engine, plan.batchId));
    return { fresh: plan.fresh.length, changed: plan.changed.length, takeBack };
  };
  return (
    <ImportFrame
      {...rest}
      onChoose={choose}
      reading={state.kind === 'reading' ? state.name : undefined}
      onStop={stop}
      fault={found !== undefined && 'fault' in found ? found.fault : undefined}
      count={plan?.edits.length ?? 0}
      take={takePlan}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      {state.kind !== 'read' || found === undefined || 'fault' in found ? null : (
        <PlanSummary heading={`${state.name}: ${found.form}`} plan={found.plan} nameOf={nameOf} />
      )}
    </ImportFrame>
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
