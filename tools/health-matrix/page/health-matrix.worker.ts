import { serveWorkerJobs } from '../../../web/app/lib/workers/worker-job-server.ts';
import type { HealthJobs } from './health-jobs.ts';
import { jobHandlers } from './job-handlers.ts';

serveWorkerJobs<HealthJobs>(jobHandlers, (listener) => addEventListener('message', listener));
