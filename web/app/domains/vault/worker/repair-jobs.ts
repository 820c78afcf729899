import { succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { rebuildManifest } from '@castellan/vault-core/manifest/rebuild-manifest';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import { hold, type WorkerState } from './worker-state.ts';

/** Prepares the change that lists broken parts of the manifest again. */
export async function prepareRepair(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { records, copies }: JobInput<'prepareRepair'>,
): Promise<JobResult<'prepareRepair'>> {
  const commit = await rebuildManifest(ports, vault, { rows: [...state.rows.values()], records, copies });
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}
