import type { FileReading } from '../../../../../web/app/domains/exchange/import-dialog.tsx';
import { openFileReader } from '../../../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import type { GivenTaskFile } from './read-task-file.ts';
import workerAddress from './task-file.worker.ts?worker&url';

/** Starts a Worker that reads one file of tasks. */
export const openTaskFileWorker = () => openFileReader<GivenTaskFile, FileReading>(workerAddress);
