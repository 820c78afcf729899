import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { FailureCodes, JobHandlers, JobOrder, WorkerJob } from './worker-job.ts';
import { createWorkerClient, declaredIn, type WorkerProcess } from './worker-job-client.ts';
import { serveWorkerJobs } from './worker-job-server.ts';

type Jobs = {
  readonly double: WorkerJob<number, number, { readonly code: 'too_large'; readonly limit: number }>;
  readonly count: WorkerJob<{ readonly to: number }, undefined, { readonly code: 'cancelled' }, readonly [phase: string, at: number]>;
};

const codes: FailureCodes<Jobs> = { double: { too_large: true }, count: { cancelled: true } };

const handlers: JobHandlers<Jobs> = {
  double: async (input) => (input > 100 ? fail({ code: 'too_large', limit: 100 }) : succeed(input * 2)),
  count: async ({ to }, { progress, isCancelled }) => {
    for (let at = 0; at < to; at += 1) {
      if (isCancelled()) return fail({ code: 'cancelled' });
      progress('counting', at);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return succeed(undefined);
  },
};

/** A client and a server over a real channel; `emit` has the Worker itself report an event. */
function open(wanted: Partial<JobHandlers<Jobs>> = {}) {
  const { port1, port2 } = new MessageChannel();
  const listeners = new Map<string, () => void>();
  serveWorkerJobs<Jobs>({ ...handlers, ...wanted }, (listener) => {
    port2.onmessage = (event: MessageEvent<JobOrder>) => listener(event);
  });
  const sent: unknown[] = [];
  const process: WorkerProcess = {
    postMessage: (message: unknown, transfer: unknown) => {
      sent.push(message);
      port1.postMessage(message, Array.isArray(transfer) ? transfer : []);
    },
    terminate: () => {
      port1.close();
      port2.close();
    },
    addEventListener: (name: string, listener: unknown) => {
      if (typeof listener === 'function') listeners.set(name, () => listener());
    },
  };
  const client = createWorkerClient<Jobs>(process, declaredIn<Jobs>(codes));
  return { client, sent, emit: (name: string) => listeners.get(name)?.() };
}

const forever = () => new Promise<never>(() => undefined);

test('a job’s value and its own failure come back as they were, with what the failure carries', async () => {
  const { client } = open();
  expect(await client.ask('double', 21)).toEqual(succeed(42));
  expect(await client.ask('double', 101)).toEqual(fail({ code: 'too_large', limit: 100 }));
  client.end();
});

test('several jobs run at once, and each answer finds its own question', async () => {
  const { client } = open();
  const answers = await Promise.all([1, 2, 3, 4].map((input) => client.ask('double', input)));
  expect(answers).toEqual([2, 4, 6, 8].map((value) => succeed(value)));
  client.end();
});

test('progress is told in order, and a job that is called off ends by its own failure', async () => {
  const { client } = open();
  const stop = new AbortController();
  const told: (readonly [string, number])[] = [];
  const answer = await client.ask(
    'count',
    { to: 1000 },
    {
      signal: stop.signal,
      onProgress: (phase, at) => {
        told.push([phase, at]);
        if (at === 3) stop.abort();
      },
    },
  );
  expect(answer).toEqual(fail({ code: 'cancelled' }));
  expect(told.slice(0, 4)).toEqual([0, 1, 2, 3].map((at) => ['counting', at]));
  expect(told.length).toBeLessThan(20);
  client.end();
});

test('a job that was called off before it was asked for does not run to its end', async () => {
  const { client } = open();
  expect(await client.ask('count', { to: 1_000_000 }, { signal: AbortSignal.abort() })).toEqual(fail({ code: 'cancelled' }));
  client.end();
});

test('a fault says nothing of what it stumbled on', async () => {
  const { client } = open({ double: () => Promise.reject(new Error('the secret is 42')) });
  const answer = await client.ask('double', 1);
  expect(answer).toEqual(fail({ code: 'worker_failed' }));
  client.end();
});

test('a failure that the job does not declare is a fault of the Worker’s, and its code goes no further', async () => {
  const said: unknown[] = [{ code: 'unheard_of' }, { code: 'constructor' }, { code: 7 }, {}, undefined];
  const wrong = async (at: number) => ({ ok: false, failure: said[at] }) as never;
  const { client } = open({ double: wrong, count: async () => fail({ code: 'too_large' }) as never });
  for (const at of said.keys()) expect(await client.ask('double', at)).toEqual(fail({ code: 'worker_failed' }));
  expect(await client.ask('count', { to: 1 })).toEqual(fail({ code: 'worker_failed' }));
  client.end();
});

test.each(['unknown', 'constructor', '__proto__', 'toString'])('there is no job called %s', async (name) => {
  const { client } = open();
  expect(await client.ask(name as 'double', 1)).toEqual(fail({ code: 'worker_failed' }));
  client.end();
});

test('a Worker that is ended answers what it was asked, and everything after, with that', async () => {
  const { client, sent } = open({ double: forever });
  const asked = client.ask('double', 1);
  client.end();
  expect(await asked).toEqual(fail({ code: 'ended' }));
  expect(await client.ask('double', 1)).toEqual(fail({ code: 'ended' }));
  expect(sent).toHaveLength(1);
});

test.each(['error', 'messageerror'])('a Worker that reports %s fails what it is asked, instead of never answering', async (event) => {
  const { client, emit } = open({ double: forever });
  const asked = client.ask('double', 1);
  emit(event);
  expect(await asked).toEqual(fail({ code: 'worker_failed' }));
  expect(await client.ask('double', 1)).toEqual(fail({ code: 'worker_failed' }));
});
