import { openFileReader } from '../../../../web/app/domains/exchange/reading/open-file-reader.client.ts';
import type { GivenStatements, ReadStatements } from './read-statements.ts';
import workerAddress from './statement-file.wasm.worker.ts?worker&url';

/** Starts a Worker that reads one bank's file. It knows nothing of the ledger. */
export const openStatementWorker = () => openFileReader<GivenStatements, ReadStatements>(workerAddress);
