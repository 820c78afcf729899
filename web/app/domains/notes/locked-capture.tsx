import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { browserTimer } from '../../lib/clock.ts';
import { fieldClass } from '../../ui/fields/field-class.ts';
import type { CollectionState } from '../records/collection-state.ts';
import { stageOf } from '../records/sealed-gate.tsx';
import type { CapturedThing } from '../vault/contract/vault-drafts.ts';

type LockedCaptureProps = {
  readonly state: Pick<CollectionState<unknown>, 'status' | 'vault'>;
  /** The field itself, whose code comes when it is asked for. `isShut`: the records are. */
  readonly field: ComponentType<{ readonly isShut: boolean; readonly kind: CapturedThing['kind'] }>;
  /** Fetches that code. */
  readonly load: () => Promise<unknown>;
  /** What the page's records are captured as. */
  readonly kind: CapturedThing['kind'];
};

const restMs = 6000;

/** Under sealed records where they are locked or out of reach: the way to capture one, by a press, or where the address asks for a new one. */
export function LockedCapture({ state, field: Field, load, kind }: LockedCaptureProps) {
  const [isAsked, setAsked] = useState(false);
  const isWished = useLocation().hash === '#new';
  const stage = stageOf(state);
  const isShut = stage === 'locked' || stage === 'failed';
  // Once the page has rested, so that it is there where nobody answers by then; what fails is tried again by the press.
  useEffect(() => (isShut ? browserTimer.after(restMs, () => void load().catch(() => undefined)) : undefined), [isShut, load]);
  if (isShut && isWished && !isAsked) setAsked(true);
  if (isAsked) return <Field isShut={isShut} kind={kind} />;
  if (!isShut) return null;
  return (
    <button type="button" onClick={() => setAsked(true)} className={`${fieldClass} mt-6 text-left text-muted`}>
      {captureTitle(kind)}
    </button>
  );
}

/** What the field is called: by what its page keeps. */
export function captureTitle(kind: CapturedThing['kind']): string {
  return {
    note: 'Capture a note',
    task: 'Capture a task',
    habit: 'Capture a habit',
    expense: 'Capture an expense',
    health: 'Capture a value',
  }[kind];
}
