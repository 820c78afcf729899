import { openWorker } from '../../../web/app/lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../web/app/lib/workers/worker-job-client.ts';
import { type HealthJobs, healthFailureCodes } from './health-jobs.ts';
import workerAddress from './health-matrix.worker.ts?worker&url';

/** Starts the Worker that reads exports of Apple Health. */
export function openHealthWorker(): WorkerClient<HealthJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<HealthJobs>(healthFailureCodes));
}
