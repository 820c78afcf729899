import { openWorker } from '../../../lib/workers/open-worker.ts';
import type { VaultClient } from '../contract/vault-work.ts';
import workerAddress from './vault.wasm.worker.ts?worker&url';
import { createVaultClient } from './vault-client.ts';

/** Starts the vault's Worker, empty. It knows nothing until it is asked to open or make a vault. */
export function openVaultWorker(): VaultClient {
  return createVaultClient(openWorker(workerAddress));
}
