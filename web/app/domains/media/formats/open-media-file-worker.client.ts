import { openFileReader } from '../../exchange/reading/open-file-reader.client.ts';
import workerAddress from './media-file.worker.ts?worker&url';
import type { GivenMediaFile, MediaReading } from './read-media-file.ts';

/** Starts a Worker that reads one file of films or books. */
export const openMediaFileWorker = () => openFileReader<GivenMediaFile, MediaReading>(workerAddress);
