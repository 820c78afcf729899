import { openWorker } from '../../../web/app/lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../web/app/lib/workers/worker-job-client.ts';
import workerAddress from './jwt-lab.wasm.worker.ts?worker&url';
import { type JwtLabJobs, jwtLabFailureCodes } from './jwt-lab-jobs.ts';

/** Starts a Worker of the tool. Whoever starts it ends it. */
export function openJwtLabWorker(): WorkerClient<JwtLabJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<JwtLabJobs>(jwtLabFailureCodes));
}
