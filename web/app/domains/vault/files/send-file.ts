import { fail, type Result, succeed } from '@castellan/foundation/result';
import { filePartBytes, filePartsOf } from '@castellan/vault-core/files/sealed-file';
import type { WorkerClient, WorkerFailure } from '../../../lib/workers/worker-job.ts';
import type { FileJobs } from './file-jobs.ts';
import { isStopped } from './is-stopped.ts';
import { openFileWorker } from './open-file-worker.client.ts';
import { partName } from './part-name.ts';
import type { SentFile } from './stored-file.ts';
import { type StorageFailure, type StoredObjects, storedObjects } from './stored-objects.ts';

/** Why a file is not stored: nothing is left of it, as far as the storage answers. `source_unreadable`: it is gone from the disk, or was changed meanwhile. */
export type SendFailure = StorageFailure | WorkerFailure | { readonly code: 'cancelled' | 'source_unreadable' | 'not_begun' | 'never' };

type SendOptions = {
  readonly onProgress?: (sentBytes: number) => void;
  readonly signal?: AbortSignal;
  readonly openWorker?: () => WorkerClient<FileJobs>;
  readonly objects?: StoredObjects;
  /** Waits before a part is sent once more. */
  readonly pause?: (milliseconds: number) => Promise<void>;
};

/** How long to wait before each further try to send a part. */
const pausesMs = [500, 2000, 8000];

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Seals a file part by part in a Worker and stores each before the next is read, so that three parts are in memory at the most. What is
 * cancelled or fails is taken out of the storage again; what a closed page leaves there is found by `tendStoredFiles`. The file is not
 * saved before its record is.
 */
export async function sendFile(source: Blob, options: SendOptions = {}): Promise<Result<SentFile, SendFailure>> {
  const { objects = storedObjects, openWorker = openFileWorker } = options;
  const worker = openWorker();
  try {
    const begun = await worker.ask('beginSealing', { bytes: source.size });
    if (!begun.ok) return begun;
    const sent: string[] = [];
    const whole = await sendParts(source, begun.value, worker, objects, options, sent);
    if (!whole.ok) await objects.remove(sent);
    return whole;
  } finally {
    worker.end();
  }
}

async function sendParts(
  source: Blob,
  { id, key }: { readonly id: string; readonly key: string },
  worker: WorkerClient<FileJobs>,
  objects: StoredObjects,
  { onProgress, signal, pause = wait }: SendOptions,
  sent: string[],
): Promise<Result<SentFile, SendFailure>> {
  const bytes = source.size;
  for (let index = 0; index < filePartsOf(bytes); index += 1) {
    if (isStopped(signal)) return fail({ code: 'cancelled' });
    const end = Math.min(bytes, (index + 1) * filePartBytes);
    const content = await readBytes(source.slice(index * filePartBytes, end));
    if (content?.byteLength !== end - index * filePartBytes) return fail({ code: 'source_unreadable' });
    const sealed = await worker.ask('sealPart', { index, content });
    if (!sealed.ok) return sealed;
    const name = partName(id, index);
    // Before it is sent: of a lost answer nobody knows whether it came.
    sent.push(name);
    const put = await putPart(objects, name, sealed.value, signal, pause);
    if (isStopped(signal)) return fail({ code: 'cancelled' });
    if (!put.ok) return put;
    onProgress?.(end);
  }
  const ended = await worker.ask('end', undefined);
  if (!ended.ok) return ended;
  const { sha256, sealed } = ended.value;
  return succeed({ bytes, sha256, object: { id, key, sealed } });
}

async function putPart(
  objects: StoredObjects,
  name: string,
  content: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
  pause: (milliseconds: number) => Promise<void>,
): Promise<Result<undefined, StorageFailure>> {
  let put = await objects.put(name, content, signal);
  for (const milliseconds of pausesMs) {
    if (put.ok || put.failure.code !== 'away' || isStopped(signal)) return put;
    await pause(milliseconds);
    if (isStopped(signal)) return put;
    put = await objects.put(name, content, signal);
    // The name was drawn for these bytes alone: an answer to an earlier try was lost. The digest tells if it was another's.
    if (!put.ok && put.failure.code === 'there_already') return succeed(undefined);
  }
  return put;
}

async function readBytes(source: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch {
    return undefined;
  }
}
