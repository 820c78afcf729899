import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import { createFileJobHandlers } from './file-job-handlers.ts';
import type { FileJobs } from './file-jobs.ts';

const ports = { crypto: crypto.subtle, randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

serveWorkerJobs<FileJobs>(createFileJobHandlers(ports), (listener) => addEventListener('message', listener));
