import { browserTimer, type Timer } from '../../../lib/clock.ts';
import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import type { ReadFileJobs } from './read-file-jobs.ts';
import { beginDeadline, tookTooLong } from './reading-deadline.ts';

/**
 * Reads a file in a Worker of its own: the page goes on, and a file that takes long is stopped by the signal, which ends the Worker.
 * One that hangs is ended after `longestSilenceMs`.
 * `fault` says why there is nothing; it is empty where reading was stopped.
 */
export async function readInWorker<Given, Found extends object>(
  open: () => Promise<WorkerClient<ReadFileJobs<Given, Found>>>,
  given: Given,
  signal: AbortSignal,
  timer: Timer = browserTimer,
): Promise<Found | { readonly fault: string }> {
  try {
    const client = await open();
    signal.addEventListener('abort', client.end, { once: true });
    if (signal.aborted) client.end();
    const deadline = beginDeadline(client.end, timer);
    const answer = await client.ask('read', given);
    deadline.stop();
    client.end();
    if (answer.ok) return answer.value;
    if (deadline.isOver()) return { fault: tookTooLong };
    return { fault: answer.failure.code === 'ended' ? '' : 'The file could not be read: it may need more memory than this browser has.' };
  } catch {
    return { fault: 'The file could not be read: the reader could not be loaded. Check the connection and try again.' };
  }
}
