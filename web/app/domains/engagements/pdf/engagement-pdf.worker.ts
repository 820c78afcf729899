import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import { drawEngagement } from './draw-engagement.ts';
import type { PdfJobs } from './pdf-jobs.ts';

serveWorkerJobs<PdfJobs>({ draw: async ({ report, fonts }) => ({ ok: true, value: await drawEngagement(report, fonts) }) }, (listener) =>
  addEventListener('message', listener),
);
