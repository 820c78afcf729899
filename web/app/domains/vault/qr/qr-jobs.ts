import type { FailureCodes, WorkerJob } from '../../../lib/workers/worker-job.ts';

/** Why a picture gives no text. `not_a_picture`: the browser cannot draw it, or it is beyond 20 MB. */
export type QrFailure = { readonly code: 'not_a_picture' | 'no_code' };

/** What the Worker that reads QR codes can be asked for. */
export type QrJobs = {
  /** The text of the one code in a picture. */
  readonly read: WorkerJob<{ readonly picture: Blob }, string, QrFailure>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const qrFailureCodes: FailureCodes<QrJobs> = { read: { not_a_picture: true, no_code: true } };
