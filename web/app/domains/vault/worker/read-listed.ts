import { fail, succeed } from '@castellan/foundation/result';
import { readEntry, readSecrets } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobResult } from '../contract/vault-work.ts';
import { baseName } from './edit-jobs.ts';
import type { WorkerState } from './worker-state.ts';

/** One entry's secrets. */
export async function readListedSecrets(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  id: string,
): Promise<JobResult<'readSecrets'>> {
  const row = state.rows.get(id);
  return row === undefined ? fail({ code: 'missing' }) : readSecrets(ports, vault, row, { verified: state.verified });
}

/** The whole entry; what it is now is kept as what an edit started from. */
export async function readForEdit(ports: VaultPorts, state: WorkerState, vault: OpenVault, id: string): Promise<JobResult<'readForEdit'>> {
  const row = state.rows.get(id);
  if (row === undefined) return fail({ code: 'missing' });
  const entry = await readEntry(ports, vault, row, { verified: state.verified });
  if (!entry.ok) return entry;
  const { details, secrets, version } = entry.value;
  state.bases.set(baseName(id, version), { details, secrets });
  return succeed({ details, secrets, version });
}
