import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { browserTimer } from '../../lib/clock.ts';
import { fieldClass } from '../../ui/fields/field-class.ts';
import type { CollectionState } from '../records/collection-state.ts';
import { stageOf } from '../records/sealed-gate.tsx';

type LockedCaptureProps = {
  readonly state: Pick<CollectionState<unknown>, 'status' | 'vault'>;
  /** The field itself, whose code comes when it is asked for. `isShut`: the notes are. */
  readonly field: ComponentType<{ readonly isShut: boolean }>;
  /** Fetches that code. */
  readonly load: () => Promise<unknown>;
};

const restMs = 6000;

/** Under the notes where they are locked or out of reach: the way to capture one, by a press, or where the address asks for a new one. */
export function LockedCapture({ state, field: Field, load }: LockedCaptureProps) {
  const [isAsked, setAsked] = useState(false);
  const isWished = useLocation().hash === '#new';
  const stage = stageOf(state);
  const isShut = stage === 'locked' || stage === 'failed';
  // Once the page has rested, so that it is there where nobody answers by then; what fails is tried again by the press.
  useEffect(() => (isShut ? browserTimer.after(restMs, () => void load().catch(() => undefined)) : undefined), [isShut, load]);
  if (isShut && isWished && !isAsked) setAsked(true);
  if (isAsked) return <Field isShut={isShut} />;
  if (!isShut) return null;
  return (
    <button type="button" onClick={() => setAsked(true)} className={`${fieldClass} mt-6 text-left text-muted`}>
      Capture a note
    </button>
  );
}
