import { openFileReader } from '../../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import workerAddress from './loop-file.wasm.worker.ts?worker&url';
import type { FoundHabits, GivenLoopFile } from './plan-loop-import.ts';

/** Starts a Worker that reads one file. */
export const openLoopFileWorker = () => openFileReader<GivenLoopFile, FoundHabits>(workerAddress);
