import { fail, succeed } from '@castellan/foundation/result';
import type { ImportRequest } from '@castellan/vault-core/import/import-file';
import { openFileReader } from '../../exchange/reading/open-file-reader.client.ts';
import { readInWorker } from '../../exchange/reading/read-in-worker.ts';
import { tookTooLong } from '../../exchange/reading/reading-deadline.ts';
import type { ReadForeignFile } from '../contract/vault-tools.ts';
import workerAddress from './import-file.wasm.worker.ts?worker&url';
import type { ImportReading } from './read-import-file.ts';

const openReader = async () => openFileReader<ImportRequest, ImportReading>(workerAddress);

/** Reads a file in a Worker that has no keys, ended with the reading, by the signal, and by the deadline of all readers. */
export const readInOwnWorker: ReadForeignFile = async (request, signal) => {
  const read = await readInWorker(openReader, request, signal);
  if ('packed' in read) return succeed(read.packed);
  if ('refused' in read) return fail({ code: read.refused });
  if (read.fault === '') return fail({ code: 'cancelled' });
  return fail({ code: read.fault === tookTooLong ? 'reading_took_too_long' : 'reader_failed' });
};
