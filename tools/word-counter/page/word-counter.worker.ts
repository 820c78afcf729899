import { serveWorkerJobs } from '../../../web/app/lib/workers/worker-job-server.ts';
import { createJobHandlers } from './job-handlers.ts';
import type { WordCounterJobs } from './word-counter-jobs.ts';

serveWorkerJobs<WordCounterJobs>(createJobHandlers(), (listener) => addEventListener('message', listener));
