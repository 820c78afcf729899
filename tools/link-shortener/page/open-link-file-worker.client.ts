import type { FileReading } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { openFileReader } from '../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import type { GivenLinkFile } from './link-csv.ts';
import workerAddress from './link-file.worker.ts?worker&url';

/** Starts a Worker that reads one file of links. */
export const openLinkFileWorker = () => openFileReader<GivenLinkFile, FileReading>(workerAddress);
