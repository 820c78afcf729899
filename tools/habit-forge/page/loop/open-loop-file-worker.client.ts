import { openFileReader } from '../../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import type { Standing } from '../standing.ts';
import workerAddress from './loop-file.worker.ts?worker&url';
import type { LoopImport } from './plan-loop-import.ts';

/** An archive, and the habits that it is compared with. */
export type GivenLoopFile = { readonly file: Blob; readonly name: string; readonly standings: readonly Standing[]; readonly now: Date };

/** What taking it would do, or why it was not read. */
export type FoundHabits = { readonly planned: LoopImport } | { readonly fault: string };

/** Starts a Worker that reads one archive. */
export const openLoopFileWorker = () => openFileReader<GivenLoopFile, FoundHabits>(workerAddress);
