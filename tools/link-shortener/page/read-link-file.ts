import type { FileReading } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { readInWorker } from '../../../web/app/domains/exchange/reading/read-in-worker.ts';
import type { ShortLink } from './links.ts';

const largestFileBytes = 10 * 1024 * 1024;

/** Reads a file of links in a Worker, and writes nothing. */
export async function readLinkFile(file: File, rows: readonly ShortLink[], signal: AbortSignal): Promise<FileReading> {
  if (file.size > largestFileBytes) return { fault: 'The file is larger than 10 MB.' };
  const open = async () => (await import('./open-link-file-worker.client.ts')).openLinkFileWorker();
  return readInWorker(open, { file, name: file.name, rows, origin: location.origin, now: new Date() }, signal);
}
