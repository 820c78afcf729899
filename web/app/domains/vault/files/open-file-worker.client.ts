import { openWorker } from '../../../lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../lib/workers/worker-job-client.ts';
import { type FileJobs, fileFailureCodes } from './file-jobs.ts';
import workerAddress from './note-file.worker.ts?worker&url';

/** Starts the Worker that seals or opens one file. Whoever starts it ends it. */
export function openFileWorker(): WorkerClient<FileJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<FileJobs>(fileFailureCodes));
}
