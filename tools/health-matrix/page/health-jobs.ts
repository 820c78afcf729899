import type { FailureCodes, WorkerJob } from '../../../web/app/lib/workers/worker-job.ts';
import type { ArchiveFailure } from './apple/read-health-archive.ts';
import type { AppleImport } from './apple/records-of-archive.ts';

/** What the Worker of Health Matrix can be asked for. */
export type HealthJobs = {
  /** Reads an `export.zip` of Apple Health piece by piece, with the bytes that were read of those that are to be. */
  readonly readArchive: WorkerJob<File, AppleImport, ArchiveFailure>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const healthFailureCodes: FailureCodes<HealthJobs> = {
  readArchive: { not_an_export: true, broken: true, too_large: true, cancelled: true },
};
