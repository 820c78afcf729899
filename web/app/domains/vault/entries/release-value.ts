import { fail, type Result, succeed } from '@castellan/foundation/result';
import { originsOf, withOrigins } from '@castellan/vault-core/entries/change-origins';
import { type EditFailure, type EntryEdit, saveEdits } from '@castellan/vault-core/entries/edit-entries';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { type ReadFailure, readEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import { hold, type WorkerState } from '../worker/worker-state.ts';

/** Where an entry's values may be sent, and what its own fields are called; none of their values. */
export async function sendingTerms(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  id: string,
): Promise<JobResult<'sendingTerms'>> {
  const entry = await readWhole(ports, state, vault, id);
  if (!entry.ok) return entry;
  const { secrets } = entry.value;
  return succeed({ fields: secrets.fields.map(({ name }) => name), origins: originsOf(secrets) });
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
  const allowed = new Set(originsOf(secrets));
  if (origins.length === 0 || !origins.every((origin) => allowed.has(origin))) return fail({ code: 'origin_not_allowed' });
  if (what.part !== 'field') return succeed(what.part === 'username' ? details.username : secrets.password);
  const [field, ...others] = secrets.fields.filter(({ name }) => name === what.name);
  return field === undefined || others.length > 0 ? fail({ code: 'field_missing' }) : succeed(field.value);
}

/** Seals other origins with their entries as one change, and keeps it until it was accepted. */
export async function prepareOrigins(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  changes: JobInput<'prepareOrigins'>,
): Promise<JobResult<'prepareOrigins'>> {
  const edits: EntryEdit[] = [];
  for (const { id, ...change } of changes) {
    const row = state.rows.get(id);
    const entry = await readWhole(ports, state, vault, id);
    if (row === undefined || !entry.ok) return fail<EditFailure>({ code: entry.ok ? 'missing' : entry.failure.code, entryId: id });
    const { details, secrets } = entry.value;
    edits.push({ kind: 'update', row, entry: { details, secrets: withOrigins(secrets, change) } });
  }
  const commit = await saveEdits(ports, vault, edits);
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}

/** Both halves, of which the caller gives out less. */
async function readWhole(ports: VaultPorts, state: WorkerState, vault: OpenVault, id: string): Promise<Result<Entry, ReadFailure>> {
  const row = state.rows.get(id);
  return row === undefined ? fail({ code: 'missing' }) : readEntry(ports, vault, row, { verified: state.verified });
}
