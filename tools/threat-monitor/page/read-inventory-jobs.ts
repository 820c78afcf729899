import type { FailureCodes, WorkerJob } from '../../../web/app/lib/workers/worker-job.ts';

/** A file as it is kept: its packages and what was left out as lines, and how many of each. */
export type ReadInventory = {
  readonly format: string;
  readonly packages: string;
  readonly packageCount: number;
  readonly leftOut: string;
  readonly leftOutCount: number;
  /** Components by reason, in words. */
  readonly leftOutWords: string;
};

/** What the Worker of Threat Monitor can be asked for. */
export type ReadInventoryJobs = {
  readonly read: WorkerJob<Blob | string, ReadInventory, { readonly code: 'refused'; readonly message: string }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const readInventoryFailureCodes: FailureCodes<ReadInventoryJobs> = { read: { refused: true } };
