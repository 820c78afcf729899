import { expect, test } from 'vitest';
import type { JobOrder } from '../../../lib/workers/worker-job.ts';
import type { WorkerProcess } from '../../../lib/workers/worker-job-client.ts';
import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import type { JobContext, VaultJobHandlers, VaultJobs } from '../contract/vault-work.ts';
import { codeOf } from '../testing/vault-world.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createVaultClient } from './vault-client.ts';

const handlers = createJobHandlers({
  crypto: crypto.subtle,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  clock: { nowMs: () => 0 },
  argon2id: () => Promise.reject(new Error('no memory')),
});

function serve(wanted: Partial<VaultJobHandlers>) {
  const { port1, port2 } = new MessageChannel();
  let fail = () => {};
  serveWorkerJobs<VaultJobs>({ ...handlers, ...wanted }, (listener) => {
    port2.onmessage = (event: MessageEvent<JobOrder>) => listener(event);
  });
  const process: WorkerProcess = {
    postMessage: (message: unknown, transfer: unknown) => port1.postMessage(message, Array.isArray(transfer) ? transfer : []),
    terminate: () => {
      port1.close();
      port2.close();
    },
    addEventListener: (name: string, listener: unknown) => {
      if (name === 'error' && typeof listener === 'function') fail = () => listener();
    },
  };
  return { client: createVaultClient(process), fail: () => fail() };
}

test('a job that is under way when the Worker is ended is answered, and so is every later one', async () => {
  const { client } = serve({ report: () => new Promise(() => undefined) });
  const asked = client.ask('report', undefined);
  client.end();
  expect(codeOf(await asked)).toBe('ended');
  expect(codeOf(await client.ask('report', undefined))).toBe('ended');
});

test('a Worker that does not load fails what it is asked, instead of never answering', async () => {
  const { client, fail } = serve({ report: () => new Promise(() => undefined) });
  const asked = client.ask('report', undefined);
  fail();
  expect(codeOf(await asked)).toBe('worker_failed');
});

test('a fault in a job says nothing of what it stumbled on', async () => {
  const { client } = serve({ report: () => Promise.reject(new Error('password hunter2')) });
  const answer = await client.ask('report', undefined);
  expect(codeOf(answer)).toBe('worker_failed');
  expect(JSON.stringify(answer)).not.toContain('hunter2');
  client.end();
});

test('a failure that the job declares arrives with all that belongs to it; one of another job becomes a failure of the Worker', async () => {
  const unaccepted = { ok: false, failure: { code: 'unaccepted', findings: [], epoch: 3, difference: null, hasOwnState: false } } as const;
  const conflict = { ok: false, failure: { code: 'conflict', mine: 'secret' } };
  const { client } = serve({ reopen: async () => unaccepted, report: async () => conflict as never });
  expect(await client.ask('reopen', { snapshot: undefined, pin: undefined, sent: [] })).toEqual(unaccepted);
  expect(await client.ask('report', undefined)).toEqual({ ok: false, failure: { code: 'worker_failed' } });
  client.end();
});

test('progress is told while a job runs, and a cancelled one learns of it', async () => {
  const stop = new AbortController();
  const told: number[] = [];
  const run = async (_input: undefined, { progress, isCancelled }: JobContext) => {
    for (let done = 0; !isCancelled(); done += 1) {
      progress(done, 10);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return { ok: false, failure: { code: 'not_open' } } as const;
  };
  const { client } = serve({ report: run });
  const asked = client.ask('report', undefined, {
    signal: stop.signal,
    onProgress: (done) => {
      told.push(done);
      if (done === 3) stop.abort();
    },
  });
  expect(codeOf(await asked)).toBe('not_open');
  expect(told.slice(0, 4)).toEqual([0, 1, 2, 3]);
  client.end();
});

test('a closed vault worker answers nothing but that it is closed, and a derivation that fails is no wrong master', async () => {
  const { client } = serve({});
  expect(codeOf(await client.ask('readSecrets', { id: 'x' }))).toBe('not_open');
  expect(codeOf(await client.ask('prepareEdits', []))).toBe('not_open');
  expect(codeOf(await client.ask('accept', undefined))).toBe('not_open');
  expect(codeOf(await client.ask('create', { userId: crypto.randomUUID(), master: 'long enough', epoch: 1 }))).toBe('derivation_failed');
  client.end();
});
