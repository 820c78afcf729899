import { succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { Timer } from '../../../lib/clock.ts';
import type { WorkerClient } from '../../../lib/workers/worker-job.ts';
import type { ReadFileJobs } from './read-file-jobs.ts';
import { readInWorker } from './read-in-worker.ts';
import { beginDeadline, longestSilenceMs, tookTooLong } from './reading-deadline.ts';

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

/** A clock with one alarm, which `pass` turns. */
function handTimer() {
  let now = 0;
  let alarm: { readonly atMs: number; readonly run: () => void } | undefined;
  const timer: Timer = {
    nowMs: () => now,
    after: (delayMs, run) => {
      const own = { atMs: now + delayMs, run };
      alarm = own;
      return () => {
        if (alarm === own) alarm = undefined;
      };
    },
  };
  const pass = (durationMs: number) => {
    now += durationMs;
    const due = alarm !== undefined && alarm.atMs <= now ? alarm : undefined;
    if (due === undefined) return;
    alarm = undefined;
    due.run();
  };
  return { timer, pass, isSet: () => alarm !== undefined };
}

test('a Worker that hangs is ended, and the page says that reading was stopped', async () => {
  const [reader, clock] = [openReader(true), handTimer()];
  const reading = readInWorker(reader.open, 'a file that hangs', new AbortController().signal, clock.timer);
  await expect.poll(clock.isSet).toBe(true);
  clock.pass(longestSilenceMs - 1);
  expect(reader.isOver()).toBe(false);
  clock.pass(1);
  expect(await reading).toEqual({ fault: tookTooLong });
  expect([reader.isOver(), clock.isSet()]).toEqual([true, false]);
});

test('a Worker that says how far it is has its time anew, and none is waited for once the file is read', () => {
  const clock = handTimer();
  let ends = 0;
  const deadline = beginDeadline(() => (ends += 1), clock.timer);
  for (let part = 0; part < 5; part += 1) {
    clock.pass(longestSilenceMs - 1);
    deadline.heard();
  }
  expect([ends, deadline.isOver()]).toEqual([0, false]);
  deadline.stop();
  clock.pass(longestSilenceMs * 2);
  expect([ends, deadline.isOver()]).toEqual([0, false]);
});
