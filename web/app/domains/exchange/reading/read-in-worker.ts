import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import type { ReadFileJobs } from './read-file-jobs.ts';

/**
 * Reads a file in a Worker of its own: the page goes on, and a file that takes long is stopped by the signal, which ends the Worker.
 * `fault` says why there is nothing; it is empty where reading was stopped.
 */
export async function readInWorker<Given, Found extends object>(
  open: () => Promise<WorkerClient<ReadFileJobs<Given, Found>>>,
  given: Given,
  signal: AbortSignal,
): Promise<Found | { readonly fault: string }> {
  try {
    const client = await open();
    signal.addEventListener('abort', client.end, { once: true });
    if (signal.aborted) client.end();
    const answer = await client.ask('read', given);
    client.end();
    if (answer.ok) return answer.value;
    return { fault: answer.failure.code === 'ended' ? '' : 'The file could not be read: it may need more memory than this browser has.' };
  } catch {
    return { fault: 'The file could not be read: the reader could not be loaded. Check the connection and try again.' };
  }
}
