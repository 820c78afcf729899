import type { Result } from '@castellan/foundation/result';
import { openWorker } from '../../../lib/workers/open-worker.ts';
import type { WorkerFailure } from '../../../lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../lib/workers/worker-job-client.ts';
import { beginDeadline } from '../../exchange/reading/reading-deadline.ts';
import { type QrFailure, type QrJobs, qrFailureCodes } from './qr-jobs.ts';
import workerAddress from './read-qr.worker.ts?worker&url';

/** The text of the QR code in a picture, read in a Worker that has no connection and ends with it: the picture stays on this device. */
export async function readQr(picture: Blob): Promise<Result<string, QrFailure | WorkerFailure>> {
  const client = createWorkerClient<QrJobs>(openWorker(workerAddress), declaredIn<QrJobs>(qrFailureCodes));
  const deadline = beginDeadline(client.end);
  const read = await client.ask('read', { picture });
  deadline.stop();
  client.end();
  return read;
}
