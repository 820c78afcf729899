import { serveWorkerJobs } from '../../../web/app/lib/workers/worker-job-server.ts';
import { createJobHandlers } from './job-handlers.ts';
import type { ReadInventoryJobs } from './read-inventory-jobs.ts';

serveWorkerJobs<ReadInventoryJobs>(createJobHandlers(), (listener) => addEventListener('message', listener));
