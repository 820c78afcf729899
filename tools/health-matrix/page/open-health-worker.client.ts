import { openWorker } from '../../lib/open-worker.ts';
import type { WorkerClient } from '../../lib/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../lib/worker-job-client.ts';
import { type HealthJobs, healthFailureCodes } from './health-jobs.ts';
import workerAddress from './health-matrix.worker.ts?worker&url';

/** Starts the Worker that reads exports of Apple Health. */
export function openHealthWorker(): WorkerClient<HealthJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<HealthJobs>(healthFailureCodes));
}
