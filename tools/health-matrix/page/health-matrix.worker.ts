import { serveWorkerJobs } from '../../lib/worker-job-server.ts';
import type { HealthJobs } from './health-jobs.ts';
import { jobHandlers } from './job-handlers.ts';

serveWorkerJobs<HealthJobs>(jobHandlers, (listener) => addEventListener('message', listener));
