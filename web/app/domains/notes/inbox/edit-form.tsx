import type { Result } from '@castellan/foundation/result';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { Button, GhostButton } from '../../../ui/button.tsx';
import { dayOf, timeOf } from '../../tasks/day.ts';
import { captureFailureText } from '../../vault/captures/capture-words.ts';
import type { ChangeFailure } from '../../vault/captures/vault-inbox.ts';
import type { Captured, CapturedThing } from '../../vault/contract/vault-drafts.ts';
import { ThingFields, thingOf } from '../thing-fields.tsx';
import { loadMeasures } from './capture-apps.ts';

type EditFormProps = {
  readonly capture: Captured;
  readonly onChange: (thing: CapturedThing) => Promise<Result<undefined, ChangeFailure>>;
  readonly onClose: () => void;
};

/** Edits a capture in its place; it stays sealed under its id and time. */
export function EditForm({ capture, onChange, onClose }: EditFormProps) {
  const [fault, setFault] = useState<string>();
  const [measures, setMeasures] = useState<readonly string[]>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => whileWanted(measuresFor(capture), setMeasures), [capture]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are there once the measures are.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="text"]')?.focus(), [measures]);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = await onChange(thingOf(capture.kind, event.currentTarget));
    if (changed.ok) onClose();
    else if (changed.failure.code === 'locked') setFault('The vault is locked, so nothing was changed.');
    else setFault(captureFailureText({ code: changed.failure.code }));
  };
  const at = new Date(capture.keptAtMs);
  if (measures === undefined) return null;
  return (
    <form ref={form} className="mt-2 max-w-prose" onSubmit={(event) => void save(event)}>
      <ThingFields kind={capture.kind} measures={measures} begin={{ day: dayOf(at), time: timeOf(at), ...capture }} />
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm text-carmine">
          {fault}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <GhostButton onClick={onClose}>Cancel</GhostButton>
      </div>
    </form>
  );
}

async function measuresFor({ kind }: Captured): Promise<readonly string[]> {
  return kind === 'health' ? loadMeasures() : [];
}
