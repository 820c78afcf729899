import { succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import type { ReadFileJobs } from './read-file-jobs.ts';
import { readInWorker } from './read-in-worker.ts';

type Jobs = ReadFileJobs<string, { readonly found: string }>;

/** A Worker that reads at once, or that never comes to an end by itself. */
function openReader(isEndless = false) {
  let ended: (answer: Awaited<ReturnType<WorkerClient<Jobs>['ask']>>) => void = () => undefined;
  let isOver = false;
  const client: WorkerClient<Jobs> = {
    ask: (_name, given) =>
      isOver
        ? Promise.resolve({ ok: false, failure: { code: 'ended' } })
        : isEndless
          ? new Promise((resolve) => (ended = resolve))
          : Promise.resolve(succeed({ found: given })),
    end: () => {
      isOver = true;
      ended({ ok: false, failure: { code: 'ended' } });
    },
  };
  return { open: async () => client, isOver: () => isOver };
}

test('what was found is answered, and the Worker ended', async () => {
  const reader = openReader();
  expect(await readInWorker(reader.open, 'a file', new AbortController().signal)).toEqual({ found: 'a file' });
  expect(reader.isOver()).toBe(true);
});

test('a file that takes long is stopped: the Worker ends, and nothing is said of the file', async () => {
  const reader = openReader(true);
  const stop = new AbortController();
  const reading = readInWorker(reader.open, 'a long file', stop.signal);
  stop.abort();
  expect(await reading).toEqual({ fault: '' });
  expect(reader.isOver()).toBe(true);
});

test('a reader that cannot be loaded is no fault of the file', async () => {
  const broken = () => Promise.reject(new Error('no network'));
  expect(await readInWorker(broken, 'a file', new AbortController().signal)).toEqual({
    fault: 'The file could not be read: the reader could not be loaded. Check the connection and try again.',
  });
});
