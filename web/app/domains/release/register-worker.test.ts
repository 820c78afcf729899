import { afterEach, expect, test, vi } from 'vitest';
import { lookForRelease } from './register-worker.ts';
import { cacheNames, type ReleaseState } from './release-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const state: ReleaseState = {
  pinned: { hash: 'a', version: 1, key: null },
  kept: { hash: 'a', version: 1 },
  looked: { atMs: 0, found: 'same' },
};

/** A browser with a release of which `worker` says something, or nothing. */
function browserWith(worker: (port: MessagePort) => void, known: ReleaseState | undefined) {
  const names = new Set<string>(known === undefined ? [cacheNames.files] : [cacheNames.state, cacheNames.files]);
  vi.stubGlobal('caches', {
    has: async (name: string) => names.has(name),
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    open: async () => ({ match: async () => Response.json(known) }),
  });
  const active = { postMessage: (_: unknown, [port]: [MessagePort]) => worker(port) };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ active }), getRegistrations: async () => [] } });
  return names;
}

test('a worker that never answers, or says that it cannot tell, leaves what is kept and its pins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (const worker of [
    () => undefined,
    (port: MessagePort) => port.postMessage({}),
    (port: MessagePort) => port.postMessage({ kept: false }),
  ]) {
    const names = browserWith(worker, state);
    const looked = lookForRelease();
    await vi.advanceTimersByTimeAsync(6 * 60 * 1000);
    expect(await looked).toEqual({ outcome: 'kept', state });
    expect(names.size).toBe(2);
  }
});

test('a worker that kept nothing is removed with what it began', async () => {
  const names = browserWith((port) => port.postMessage({ kept: false }), undefined);
  expect(await lookForRelease()).toEqual({ outcome: 'refused' });
  expect(names.size).toBe(0);
});
