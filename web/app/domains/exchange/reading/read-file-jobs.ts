import type { FailureCodes, WorkerJob } from '../../../lib/workers/worker-job.ts';

/** What a Worker that reads files can be asked for: a file, with what it is compared with. It writes nothing. */
export type ReadFileJobs<Given, Found> = {
  readonly read: WorkerJob<Given, Found, { readonly code: 'not_read' }>;
};

/** How the job may fail; what is wrong with a file is no failure but what was found. */
export const readFileFailureCodes: FailureCodes<ReadFileJobs<unknown, unknown>> = { read: { not_read: true } };
