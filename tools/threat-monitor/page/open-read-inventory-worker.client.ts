import { openWorker } from '../../../web/app/lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../web/app/lib/workers/worker-job-client.ts';
import { type ReadInventoryJobs, readInventoryFailureCodes } from './read-inventory-jobs.ts';
import workerAddress from './threat-monitor.worker.ts?worker&url';

/** Starts a Worker that reads one file. Whoever starts it ends it. */
export function openReadInventoryWorker(): WorkerClient<ReadInventoryJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<ReadInventoryJobs>(readInventoryFailureCodes));
}
