import { openWorker } from '../../../../web/app/lib/workers/open-worker.ts';
import type { WorkerClient } from '../../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../../web/app/lib/workers/worker-job-client.ts';
import workerAddress from './mind-vault.worker.ts?worker&url';
import { type VaultZipJobs, vaultZipFailureCodes } from './vault-zip-jobs.ts';

/** Starts the Worker that packs and unpacks vaults. Whoever starts it ends it. */
export function openVaultZipWorker(): WorkerClient<VaultZipJobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<VaultZipJobs>(vaultZipFailureCodes));
}
