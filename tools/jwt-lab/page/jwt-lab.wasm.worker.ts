import { serveWorkerJobs } from '../../../web/app/lib/workers/worker-job-server.ts';
import { jobHandlers } from './job-handlers.ts';
import type { JwtLabJobs } from './jwt-lab-jobs.ts';

serveWorkerJobs<JwtLabJobs>(jobHandlers, (listener) => addEventListener('message', listener));
