import { fail, succeed } from '@castellan/foundation/result';
import { listedEntry, readEntry, readSecrets } from '@castellan/vault-core/entries/read-entry';
import { upgradeFields } from '@castellan/vault-core/entries/typed-fields';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { ContentField } from '../contract/vault-entry.ts';
import type { JobResult } from '../contract/vault-work.ts';
import { baseName } from './edit-jobs.ts';
import type { WorkerState } from './worker-state.ts';

/** One entry's secrets, its fields under the names of its type. */
export async function readListedSecrets(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  id: string,
): Promise<JobResult<'readSecrets'>> {
  const row = state.rows.get(id);
  if (row === undefined) return fail({ code: 'missing' });
  const read = await readSecrets(ports, vault, row, { verified: state.verified });
  const kind = listedEntry(vault, id)?.details.kind;
  if (!read.ok || kind === undefined) return read;
  return succeed({ ...read.value, fields: upgradeFields(kind, read.value.fields) });
}

/** What of one entry's secrets is shown without being asked for: hidden values, the password and the one-time secret stay here. */
export async function readContents(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  id: string,
): Promise<JobResult<'readContents'>> {
  const read = await readListedSecrets(ports, state, vault, id);
  if (!read.ok) return read;
  const { password, notes, fields, history } = read.value;
  const shown = fields.map(({ name, value, hidden }): ContentField => (hidden ? { name, hidden } : { name, hidden, value }));
  return succeed({ hasPassword: password !== '', notes, fields: shown, versions: history.length });
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
