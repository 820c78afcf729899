import { createWorkerClient, type WorkerProcess } from '../../../lib/workers/worker-job-client.ts';
import { declaresFailure } from '../contract/job-failures.ts';
import type { VaultClient, VaultJobs } from '../contract/vault-work.ts';

/** The page's end of a Worker that does the vault's jobs. */
export function createVaultClient(process: WorkerProcess): VaultClient {
  return createWorkerClient<VaultJobs>(process, declaresFailure);
}
