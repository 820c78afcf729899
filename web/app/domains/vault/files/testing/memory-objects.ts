import { fail, succeed } from '@castellan/foundation/result';
import type { WorkerClient } from '../../../../lib/workers/worker-job.ts';
import { createFileJobHandlers } from '../file-job-handlers.ts';
import type { FileJobs } from '../file-jobs.ts';
import type { StoredObjects } from '../stored-objects.ts';

/** The bucket in memory. `nowMs` is when it takes what is stored. */
export function memoryObjects(clock: { nowMs: number } = { nowMs: 0 }) {
  const kept = new Map<string, { readonly content: Uint8Array<ArrayBuffer>; readonly createdMs: number }>();
  const objects: StoredObjects = {
    put: async (name, content, signal) => {
      if (signal?.aborted === true) return fail({ code: 'away' });
      if (kept.has(name)) return fail({ code: 'there_already' });
      kept.set(name, { content: Uint8Array.from(content), createdMs: clock.nowMs });
      return succeed(undefined);
    },
    get: async (name) => {
      const found = kept.get(name);
      return found === undefined ? fail({ code: 'missing' }) : succeed(Uint8Array.from(found.content));
    },
    remove: async (names) => succeed(names.filter((name) => kept.delete(name)).length),
    list: async () =>
      succeed([...kept].map(([name, { createdMs }]) => ({ name, createdMs })).toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  };
  return { kept, objects };
}

/** The Worker's own handlers without a Worker. `held` hears how many bytes of parts each job was handed. */
export function directFileWorker(held: (bytes: number) => void = () => undefined): WorkerClient<FileJobs> {
  const handlers = createFileJobHandlers({
    crypto: crypto.subtle,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const context = { progress: () => undefined, isCancelled: () => false, signal: new AbortController().signal };
  return {
    ask: (name, input) => {
      if (typeof input === 'object' && 'content' in input) held(input.content.byteLength);
      return handlers[name](input, context);
    },
    end: () => undefined,
  };
}
