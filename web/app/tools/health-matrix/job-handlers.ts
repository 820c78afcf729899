import type { JobHandlers } from '../../lib/worker-job.ts';
import { readHealthArchive } from './apple/read-health-archive.ts';
import { recordsOfArchive } from './apple/records-of-archive.ts';
import type { HealthJobs } from './health-jobs.ts';

/** Does the jobs. A file is read as it streams, and never held. */
export const jobHandlers: JobHandlers<HealthJobs> = {
  readArchive: async (file, { progress, isCancelled }) => {
    let toldAtMs = 0;
    const read = await readHealthArchive(file.stream(), {
      isCancelled,
      onProgress: (bytes) => {
        if (performance.now() - toldAtMs < 100) return;
        toldAtMs = performance.now();
        progress(bytes, file.size);
      },
    });
    return read.ok ? { ok: true, value: recordsOfArchive(read.value) } : read;
  },
};
