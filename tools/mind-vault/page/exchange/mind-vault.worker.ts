import { serveWorkerJobs } from '../../../../web/app/lib/workers/worker-job-server.ts';
import { createJobHandlers } from './job-handlers.ts';
import type { VaultZipJobs } from './vault-zip-jobs.ts';

serveWorkerJobs<VaultZipJobs>(createJobHandlers(), (listener) => addEventListener('message', listener));
