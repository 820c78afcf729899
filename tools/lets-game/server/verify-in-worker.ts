import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fail, type Result } from '@castellan/foundation/result';
import type { ReplayFailure, VerifiedReplay } from '@castellan/games/verify-replay';

/** Far more than 36,000 steps take on a slow machine. */
const longestMs = 15_000;

/**
 * Plays a replay again in a thread of its own, with 64 MB of memory and no environment, so that the server goes on answering and
 * whatever the replay holds ends with the thread. `took_too_long` where it has not ended after 15 seconds. Rejects on a fault.
 */
export function verifyInWorker(text: string): Promise<Result<VerifiedReplay, ReplayFailure | { readonly code: 'took_too_long' }>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'verify-replay-program.ts'), {
      workerData: text,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    const alarm = setTimeout(() => {
      resolve(fail({ code: 'took_too_long' }));
      void worker.terminate();
    }, longestMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(alarm);
      reject(new Error('the worker ended without an answer'));
    });
  });
}
