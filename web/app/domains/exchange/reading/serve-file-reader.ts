import { succeed } from '@castellan/foundation/result';
import type { JobOrder } from '../../../lib/workers/worker-job.ts';
import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import type { ReadFileJobs } from './read-file-jobs.ts';

/** Reads files in this Worker for as long as the page has it. */
export function serveFileReader<Given, Found>(read: (given: Given) => Promise<Found>): void {
  serveWorkerJobs<ReadFileJobs<Given, Found>>({ read: async (given) => succeed(await read(given)) }, (listener) =>
    addEventListener('message', (event: MessageEvent<JobOrder>) => listener(event)),
  );
}
