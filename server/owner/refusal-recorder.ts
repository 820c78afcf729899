import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import { createFailedSignInRecorder, type FailedSignInRecorder, type FailedSignIns } from '../failed-sign-ins.ts';

const flushEveryMs = 10_000;

/** Counts refusals and writes them as few rows by itself, until it is closed: then it writes what is left. */
export function openRefusalRecorder(
  write: (row: FailedSignIns) => Promise<void>,
  options: {
    readonly clock: Clock;
    readonly log: Log;
    /** What is refused, as the server's log names it where a row could not be written. */
    readonly what: string;
  },
): Pick<FailedSignInRecorder, 'record'> & { readonly close: () => Promise<void> } {
  const { clock, log, what } = options;
  const recorder = createFailedSignInRecorder(
    (row) => write(row).catch((error: Error) => log.error(`${what} not recorded`, { error })),
    clock,
  );
  const flushing = setInterval(() => void recorder.flush(), flushEveryMs);
  return {
    record: recorder.record,
    close: async () => {
      clearInterval(flushing);
      await recorder.flush(true);
    },
  };
}
