import { openWorker } from '../../lib/worker-door.ts';
import workerAddress from './vault.worker.ts?worker&url';
import { createVaultClient } from './vault-client.ts';
import type { VaultClient } from './vault-work.ts';

/** Starts the vault's Worker, empty. It knows nothing until it is asked to open or make a vault. */
export function openVaultWorker(): VaultClient {
  return createVaultClient(openWorker(workerAddress));
}
