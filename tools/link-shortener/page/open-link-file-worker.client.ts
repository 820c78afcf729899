import type { FileReading } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { openFileReader } from '../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import workerAddress from './link-file.worker.ts?worker&url';
import type { ShortLink } from './links.ts';

/** A file, and the links that it is compared with. `origin`: where links lead from, which none may lead to. */
export type GivenLinkFile = {
  readonly file: Blob;
  readonly name: string;
  readonly rows: readonly ShortLink[];
  readonly origin: string;
  readonly now: Date;
};

/** What was found in it. */
export type FoundLinks = FileReading;

/** Starts a Worker that reads one file of links. */
export const openLinkFileWorker = () => openFileReader<GivenLinkFile, FoundLinks>(workerAddress);
