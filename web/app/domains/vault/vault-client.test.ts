import { expect, test } from 'vitest';
import { createKeeper } from './keeper.ts';
import { type JobOrder, serveKeeper } from './serve-keeper.ts';
import { codeOf } from './testing/vault-world.ts';
import { createVaultClient, type KeeperProcess } from './vault-client.ts';
import type { JobContext, VaultKeeper } from './vault-work.ts';

const keeper = createKeeper({
  crypto: crypto.subtle,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  clock: { nowMs: () => 0 },
  argon2id: () => Promise.reject(new Error('no memory')),
});

function serve(wanted: Partial<VaultKeeper>) {
  const { port1, port2 } = new MessageChannel();
  let fail = () => {};
  serveKeeper({ ...keeper, ...wanted }, (listener) => {
    port2.onmessage = (event: MessageEvent<JobOrder>) => listener(event);
  });
  const process: KeeperProcess = {
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

test('a closed keeper answers nothing but that it is closed, and a derivation that fails is no wrong master', async () => {
  const { client } = serve({});
  expect(codeOf(await client.ask('readSecrets', { id: 'x' }))).toBe('not_open');
  expect(codeOf(await client.ask('prepareEdits', []))).toBe('not_open');
  expect(codeOf(await client.ask('accept', undefined))).toBe('not_open');
  expect(codeOf(await client.ask('create', { userId: crypto.randomUUID(), master: 'long enough', epoch: 1 }))).toBe('derivation_failed');
  client.end();
});
