import { openWorker } from '../../../lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../lib/workers/worker-job-client.ts';
import { type ReadFileJobs, readFileFailureCodes } from './read-file-jobs.ts';

/** Starts a Worker that reads one file, by its script's address. Whoever starts it ends it. */
export function openFileReader<Given, Found>(address: string): WorkerClient<ReadFileJobs<Given, Found>> {
  return createWorkerClient(openWorker(address), declaredIn<ReadFileJobs<Given, Found>>(readFileFailureCodes));
}
