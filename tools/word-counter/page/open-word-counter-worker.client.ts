import { openWorker } from '../../../web/app/lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../web/app/lib/workers/worker-job-client.ts';
import workerAddress from './word-counter.worker.ts?worker&url';
import { type WordCounterJobs, wordCounterFailureCodes } from './word-counter-jobs.ts';

/** Starts a Worker of the tool. Whoever starts it ends it. */
export function openWordCounterWorker(): WorkerClient<WordCounterJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<WordCounterJobs>(wordCounterFailureCodes));
}
