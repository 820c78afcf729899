import { useCallback, useEffect, useRef, useState } from 'react';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import type { TextDetails } from '../knowledge/describe-text.ts';
import type { QuickCounts, WordCounterJobs } from './word-counter-jobs.ts';

/** What is known so far. `details` are those of an earlier text until the Worker is done with this one. */
export type Counting = {
  readonly quick: QuickCounts | undefined;
  readonly details: TextDetails | undefined;
  readonly failure: 'worker' | undefined;
};

/** Details wait until typing rests for so long. */
const restMs = 300;

/**
 * Counts in a Worker. A key stroke hands the text over and does nothing else; while the Worker counts, later texts wait, and of those
 * only the last is counted.
 */
export function useCounting(isExact: boolean): Counting & { readonly count: (readText: () => string) => void } {
  const [counting, setCounting] = useState<Counting>({ quick: undefined, details: undefined, failure: undefined });
  const client = useRef<Promise<WorkerClient<WordCounterJobs>>>(undefined);
  const waiting = useRef<() => string>(undefined);
  const isBusy = useRef(false);
  const callOff = useRef<() => void>(undefined);
  const exact = useRef(isExact);
  const describe = useCallback(async () => {
    const worker = await client.current;
    if (worker === undefined) return;
    const told = await worker.ask('describe', { isExact: exact.current });
    const details = told.ok ? told : await worker.ask('describe', { isExact: false });
    if (details.ok) setCounting((before) => ({ ...before, details: details.value }));
  }, []);
  const pump = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      client.current ??= import('./open-word-counter-worker.client.ts').then(({ openWordCounterWorker }) => openWordCounterWorker());
      const worker = await client.current;
      for (let read = waiting.current; read !== undefined; read = waiting.current) {
        waiting.current = undefined;
        const counted = await worker.ask('count', read());
        setCounting((before) => (counted.ok ? { ...before, quick: counted.value, failure: undefined } : { ...before, failure: 'worker' }));
      }
    } catch {
      setCounting((before) => ({ ...before, failure: 'worker' }));
    }
    isBusy.current = false;
    callOff.current?.();
    callOff.current = browserTimer.after(restMs, () => void describe());
  }, [describe]);
  const count = useCallback(
    (readText: () => string) => {
      waiting.current = readText;
      void pump();
    },
    [pump],
  );
  useEffect(() => {
    exact.current = isExact;
    void describe();
  }, [isExact, describe]);
  useEffect(
    () => () => {
      callOff.current?.();
      void client.current?.then((worker) => worker.end());
      client.current = undefined;
    },
    [],
  );
  return { ...counting, count };
}
