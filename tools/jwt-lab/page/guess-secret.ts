import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import type { JwtLabJobs } from './jwt-lab-jobs.ts';

/** How a search over all Workers ended. */
export type Search =
  | { readonly status: 'found'; readonly secret: string; readonly tried: number; readonly ms: number }
  | { readonly status: 'not_found'; readonly tried: number; readonly ms: number }
  | { readonly status: 'not_hmac' | 'cancelled' | 'failed' };

type SearchOrder = {
  readonly token: string;
  readonly words: readonly string[];
  readonly withVariations: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
};

/** Splits the words among Workers, each taking every n-th one, so that likely ones come first everywhere. All end with the first success. */
export async function guessSecret(
  { token, words, withVariations, signal, onProgress }: SearchOrder,
  open: () => WorkerClient<JwtLabJobs>,
  workerCount: number,
): Promise<Search> {
  const startedAtMs = performance.now();
  const done = new Array<number>(workerCount).fill(0);
  const clients = Array.from({ length: workerCount }, open);
  let tried = 0;
  const share = async (client: WorkerClient<JwtLabJobs>, index: number) => {
    const own = words.filter((_, at) => at % workerCount === index);
    const report = (count: number) => {
      done[index] = count;
      onProgress(done.reduce((sum, one) => sum + one, 0));
    };
    const result = await client.ask('guess', { token, words: own, withVariations }, { signal, onProgress: report });
    if (!result.ok) return result.failure.code;
    tried += result.value.tried;
    // Its own Worker is not among those it ends: this answer is already here.
    if (result.value.secret !== undefined) for (const other of clients) other.end();
    return { secret: result.value.secret };
  };
  const ends = await Promise.all(clients.map(share));
  for (const client of clients) client.end();
  const ms = performance.now() - startedAtMs;
  for (const end of ends)
    if (typeof end === 'object' && end.secret !== undefined) return { status: 'found', secret: end.secret, tried, ms };
  if (signal.aborted) return { status: 'cancelled' };
  if (ends.includes('not_hmac')) return { status: 'not_hmac' };
  return ends.every((end) => typeof end === 'object') ? { status: 'not_found', tried, ms } : { status: 'failed' };
}
