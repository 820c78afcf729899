import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { type ReadFailure, readEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import type { WorkerState } from '../worker/worker-state.ts';

/** Where an entry's values may be sent, and what its own fields are called; none of their values. */
export async function sendingTerms(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  id: string,
): Promise<JobResult<'sendingTerms'>> {
  const entry = await readWhole(ports, state, vault, id);
  if (!entry.ok) return entry;
  const { fields, origins = [] } = entry.value.secrets;
  return succeed({ fields: fields.map(({ name }) => name), origins });
}

/** One value of an entry, if the owner has allowed it to go to each of the origins. The page is not asked whether it may. */
export async function releaseValue(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { id, what, origins }: JobInput<'releaseValue'>,
): Promise<JobResult<'releaseValue'>> {
  const entry = await readWhole(ports, state, vault, id);
  if (!entry.ok) return entry;
  const { details, secrets } = entry.value;
  const allowed = new Set(secrets.origins);
  if (origins.length === 0 || !origins.every((origin) => allowed.has(origin))) return fail({ code: 'origin_not_allowed' });
  if (what.part !== 'field') return succeed(what.part === 'username' ? details.username : secrets.password);
  const [field, ...others] = secrets.fields.filter(({ name }) => name === what.name);
  return field === undefined || others.length > 0 ? fail({ code: 'field_missing' }) : succeed(field.value);
}

/** Both halves, of which the caller gives out less. */
async function readWhole(ports: VaultPorts, state: WorkerState, vault: OpenVault, id: string): Promise<Result<Entry, ReadFailure>> {
  const row = state.rows.get(id);
  return row === undefined ? fail({ code: 'missing' }) : readEntry(ports, vault, row, { verified: state.verified });
}
