import { fail, type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '@castellan/vault-core/canonical-json';
import { type EditFailure, type EntryEdit, saveEdits } from '@castellan/vault-core/edit-entries';
import type { Entry } from '@castellan/vault-core/entry';
import { mergeEntries } from '@castellan/vault-core/merge-entries';
import type { OpenVault } from '@castellan/vault-core/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { readEntry } from '@castellan/vault-core/read-entry';
import { hold, type KeeperState } from './keeper-state.ts';
import type { EntryDraft } from './vault-state.ts';
import type { ConflictFailure, PreparedChange, WorkEdit } from './vault-work.ts';

type Failure = EditFailure | ConflictFailure;

/** Seals edits as one change and keeps it until it was accepted. */
export async function prepareEdits(
  ports: VaultPorts,
  state: KeeperState,
  vault: OpenVault,
  edits: readonly WorkEdit[],
): Promise<Result<PreparedChange, Failure>> {
  const wanted: EntryEdit[] = [];
  for (const edit of edits) {
    const resolved = await resolveEdit(ports, state, vault, edit);
    if (!resolved.ok) return resolved;
    wanted.push(resolved.value);
  }
  const commit = await saveEdits(ports, vault, wanted);
  const edited = edits.map(({ id }) => id);
  return commit.ok ? succeed(hold(state, commit.value, edited)) : commit;
}

/** The entry that a draft makes at first. */
function newEntry({ details, secrets }: EntryDraft, nowMs: number): Entry {
  const now = new Date(nowMs).toISOString();
  const dates = { createdAt: now, updatedAt: now, passwordChangedAt: now, trashedAt: null };
  return { details: { ...details, ...dates, hasTotp: secrets.totp !== '' }, secrets: { ...secrets, history: [] } };
}

async function resolveEdit(ports: VaultPorts, state: KeeperState, vault: OpenVault, edit: WorkEdit): Promise<Result<EntryEdit, Failure>> {
  if (edit.kind === 'remove') return succeed({ kind: 'remove', id: edit.id });
  if (edit.kind === 'add') return succeed({ kind: 'add', id: edit.id, entry: newEntry(edit.draft, ports.clock.nowMs()) });
  const row = state.rows.get(edit.id);
  if (row === undefined) return fail({ code: 'missing', entryId: edit.id });
  if (edit.kind !== 'update') return succeed({ kind: edit.kind, row });
  const present = await readEntry(ports, vault, row, { verified: state.verified });
  if (!present.ok) return fail({ code: present.failure.code, entryId: edit.id });
  const entry = mergeDraft(state, edit, present.value, present.value.version);
  return entry.ok ? succeed({ kind: 'update', row, entry: entry.value }) : entry;
}

/** The draft over the present entry; where that is not what the draft was made from, whatever only one side changed is kept. */
function mergeDraft(
  state: KeeperState,
  edit: Extract<WorkEdit, { kind: 'update' }>,
  { details, secrets }: Entry,
  version: number,
): Result<Entry, ConflictFailure> {
  const theirs: Entry = { details, secrets };
  if (edit.baseVersion === version) return succeed(draftOver(theirs, edit.draft));
  // The next save may be made from what is shown in the conflict.
  state.bases.set(baseName(edit.id, version), theirs);
  const base = edit.baseVersion === null ? undefined : state.bases.get(baseName(edit.id, edit.baseVersion));
  const mine = draftOver(base ?? theirs, edit.draft);
  if (base === undefined) {
    const fields = differingFields(mine, theirs);
    return fields.length === 0 ? succeed(mine) : fail({ code: 'conflict', base: theirs, mine, theirs, theirsVersion: version, fields });
  }
  const { merged, conflicts } = mergeEntries(base, mine, theirs);
  if (conflicts.length === 0) return succeed(merged);
  return fail({ code: 'conflict', base, mine, theirs, theirsVersion: version, fields: conflicts.map(({ field }) => field) });
}

/** What an entry was when an edit of it began is kept under this name. */
export function baseName(id: string, version: number): string {
  return `${id} ${version}`;
}

function draftOver(entry: Entry, { details, secrets }: EntryDraft): Entry {
  return { details: { ...entry.details, ...details }, secrets: { ...entry.secrets, ...secrets } };
}

/** Where nobody knows what the draft was made from, every difference is one that the owner must see. */
function differingFields(mine: Entry, theirs: Entry): string[] {
  const fields: string[] = [];
  for (const half of ['details', 'secrets'] as const) {
    const other: Readonly<Record<string, unknown>> = theirs[half];
    for (const [name, value] of Object.entries(mine[half])) if (canonicalJson(value) !== canonicalJson(other[name])) fields.push(name);
  }
  return fields;
}
