import { openFileReader } from '../../exchange/reading/open-file-reader.client.ts';
import workerAddress from './media-file.worker.ts?worker&url';
import type { Present } from './plan-media.ts';
import type { MediaReading, Wanted } from './read-media-file.ts';

/** A file, what it is compared with, and what the page holds. */
export type GivenMediaFile = {
  readonly file: Blob;
  readonly name: string;
  readonly present: Present;
  readonly wanted: Wanted;
  readonly now: Date;
};

/** Starts a Worker that reads one file of films or books. */
export const openMediaFileWorker = () => openFileReader<GivenMediaFile, MediaReading>(workerAddress);
