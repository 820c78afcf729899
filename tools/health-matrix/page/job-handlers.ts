import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { readHealthArchive } from './apple/read-health-archive.ts';
import { recordsOfArchive } from './apple/records-of-archive.ts';
import type { HealthJobs } from './health-jobs.ts';

/** Does the jobs. A file is read piece by piece, and never held. */
export const jobHandlers: JobHandlers<HealthJobs> = {
  readArchive: async (file, { progress, isCancelled }) => {
    let toldAtMs = 0;
    const read = await readHealthArchive(file, {
      isCancelled,
      onProgress: (bytes, total) => {
        if (performance.now() - toldAtMs < 100) return;
        toldAtMs = performance.now();
        progress(bytes, total);
      },
    });
    return read.ok ? { ok: true, value: recordsOfArchive(read.value) } : read;
  },
};
