import { useEffect, useState, useSyncExternalStore } from 'react';
import { takeHandedLine } from '../../domains/assistant/handed-line.ts';
import { askModelState, type ModelState } from '../../domains/assistant/model-client.ts';
import type { Store } from '../../lib/store.ts';
import { whileWanted } from '../../lib/while-wanted.ts';
import { ModelPanel } from './model-panel.tsx';

type OwnerPartProps = {
  /** Told which model is connected, as soon as the server says. */
  readonly model: Store<ModelState | undefined>;
  /** Runs a line that the owner typed elsewhere to be asked here. */
  readonly onLine: (line: string) => void;
};

/** What the page has for the owner alone, fetched apart from what visitors need. */
export function OwnerPart({ model, onLine }: OwnerPartProps) {
  const state = useSyncExternalStore(model.subscribe, model.get, model.get);
  const { isFailed, again } = useModelState(model);
  const isKnown = state !== undefined || isFailed;
  useEffect(() => {
    // A sentence goes to the model where there is one: that must be known first.
    const line = isKnown ? takeHandedLine() : undefined;
    if (line !== undefined) onLine(line);
  }, [isKnown, onLine]);
  return <ModelPanel state={state} isFailed={isFailed} onAgain={again} onChange={model.set} />;
}

/** Asks the server which model is connected; forgets it with the part. */
function useModelState(model: Store<ModelState | undefined>): { readonly isFailed: boolean; readonly again: () => void } {
  const [isFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    setFailed(false);
    return whileWanted(askModelState(), (asked) => {
      if (asked.ok) model.set(asked.value);
      else setFailed(true);
    });
  }, [model, tries]);
  useEffect(() => () => model.set(undefined), [model]);
  return { isFailed, again: () => setTries(tries + 1) };
}
