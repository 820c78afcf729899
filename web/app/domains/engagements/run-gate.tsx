import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { QuietButton } from '../../ui/button.tsx';
import { fetchedPart } from '../../ui/fetched-part.tsx';
import { SecretRoot } from '../vault/secret-root.tsx';
import { chosenEngagement } from './chosen-engagement.ts';
import type { AskedRun, PendingRuns, ShownRun } from './pending-runs.ts';

/** Lets runs begin: at once where no engagement is chosen, and otherwise once its scope and its days were looked at. */
export type RunGate = {
  readonly ask: (runs: readonly AskedRun[], go: (engagement: string | null) => void) => void;
  /** Which engagement is chosen, and what is asked before a run. */
  readonly bar: ReactNode;
};

// What opens sealed records is fetched where an engagement is chosen, or is to be.
const EngagementBar = fetchedPart(async () => (await import('./engagement-bar.tsx')).EngagementBar);

/** The way of a page's runs through the chosen engagement. `onMoved` is told when the shown run went into another one. */
export function useRunGate(shown?: ShownRun, onMoved: () => void = nothing): RunGate {
  const chosen = useSyncExternalStore(chosenEngagement.subscribe, chosenEngagement.read, () => undefined);
  const [pending, setPending] = useState<PendingRuns>();
  const [isChoosing, setChoosing] = useState(false);
  const done = useCallback(() => setPending(undefined), []);
  const closed = useCallback(() => setChoosing(false), []);
  const draw = () => <EngagementBar {...{ chosen, pending, isChoosing, shown, onMoved }} onDone={done} onClose={closed} />;
  const bar =
    chosen === undefined && !isChoosing ? (
      <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        Runs belong to no engagement.
        <QuietButton className="-ml-2" onClick={() => setChoosing(true)}>
          Choose an engagement
        </QuietButton>
      </p>
    ) : (
      <SecretRoot draw={draw} />
    );
  const ask = (runs: readonly AskedRun[], go: (engagement: string | null) => void) => {
    if (chosen === undefined) return go(null);
    return setPending({ runs, go });
  };
  return { ask, bar };
}

function nothing(): void {}
