import { fail, type Result, succeed } from '@castellan/foundation/result';
import { filePartsOf } from '@castellan/vault-core/files/sealed-file';
import type { WorkerClient, WorkerFailure } from '../../../lib/workers/worker-job.ts';
import type { FileJobs } from './file-jobs.ts';
import { isStopped } from './is-stopped.ts';
import { openFileWorker } from './open-file-worker.client.ts';
import { partName } from './part-name.ts';
import type { WantedFile } from './stored-file.ts';
import { type StoredObjects, storedObjects } from './stored-objects.ts';

/** Why a file is not to be had. `missing`: parts of it are not there; `altered`: they are not what was stored; `away`: nobody answers, or not to this session. */
export type FetchFailure = { readonly code: 'missing' | 'altered' | 'away' | 'cancelled' } | WorkerFailure;

type FetchOptions = {
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  readonly openWorker?: () => WorkerClient<FileJobs>;
  readonly objects?: StoredObjects;
};

/**
 * Reads a file part by part, opened in a Worker, and gives it once both digests of its record are those of what came. The opened parts
 * are the browser's to keep, as a blob: three of them are in the page's memory at the most.
 */
export async function fetchFile(file: WantedFile, options: FetchOptions = {}): Promise<Result<Blob, FetchFailure>> {
  const { openWorker = openFileWorker } = options;
  const worker = openWorker();
  try {
    return await fetchParts(file, worker, options);
  } finally {
    worker.end();
  }
}

async function fetchParts(
  { bytes, sha256, object }: WantedFile,
  worker: WorkerClient<FileJobs>,
  { onProgress, signal, objects = storedObjects }: FetchOptions,
): Promise<Result<Blob, FetchFailure>> {
  const begun = await worker.ask('beginOpening', { id: object.id, key: object.key, bytes });
  if (!begun.ok) return fail(failureOf(begun.failure.code));
  const opened: Blob[] = [];
  let done = 0;
  for (let index = 0; index < filePartsOf(bytes); index += 1) {
    if (isStopped(signal)) return fail({ code: 'cancelled' });
    const came = await objects.get(partName(object.id, index), signal);
    if (isStopped(signal)) return fail({ code: 'cancelled' });
    if (!came.ok) return fail({ code: came.failure.code === 'missing' ? 'missing' : 'away' });
    const part = await worker.ask('openPart', { index, content: came.value });
    if (!part.ok) return fail(failureOf(part.failure.code));
    opened.push(new Blob([part.value]));
    done += part.value.byteLength;
    onProgress?.(done);
  }
  const ended = await worker.ask('end', undefined);
  if (!ended.ok) return fail(failureOf(ended.failure.code));
  return ended.value.sha256 === sha256 && ended.value.sealed === object.sealed ? succeed(new Blob(opened)) : fail({ code: 'altered' });
}

/** What does not open is not what was stored. */
function failureOf(code: string): FetchFailure {
  return code === 'ended' || code === 'worker_failed' ? { code } : { code: 'altered' };
}
