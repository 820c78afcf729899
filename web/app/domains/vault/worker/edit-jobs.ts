import { fail, type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '@castellan/vault-core/crypto/canonical-json';
import { type EditFailure, type EntryEdit, saveEdits } from '@castellan/vault-core/entries/edit-entries';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { presentSecrets } from '@castellan/vault-core/entries/entry-history';
import { readEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { EntryAmendment } from '../contract/vault-drafts.ts';
import type { EntryDraft } from '../contract/vault-state.ts';
import type { ConflictFailure, PreparedChange, WorkEdit } from '../contract/work-shapes.ts';
import { newEntry } from '../entries/new-entry.ts';
import { readRemoved } from './records/removed-jobs.ts';
import { hold, type WorkerState } from './worker-state.ts';

type Failure = EditFailure | ConflictFailure;

/** Seals edits as one change and keeps it until it was accepted. */
export async function prepareEdits(
  ports: VaultPorts,
  state: WorkerState,
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

async function resolveEdit(ports: VaultPorts, state: WorkerState, vault: OpenVault, edit: WorkEdit): Promise<Result<EntryEdit, Failure>> {
  if (edit.kind === 'remove') return succeed({ kind: 'remove', id: edit.id });
  if (edit.kind === 'add') return succeed({ kind: 'add', id: edit.id, entry: newEntry(edit.draft, ports.clock.nowMs()) });
  if (edit.kind === 'revive') {
    const entry = await readRemoved(ports, vault, edit.row);
    return entry.ok ? succeed({ kind: 'add', id: edit.id, entry: entry.value }) : fail({ code: entry.failure.code, entryId: edit.id });
  }
  const row = state.rows.get(edit.id);
  if (row === undefined) return fail({ code: 'missing', entryId: edit.id });
  if (edit.kind !== 'update' && edit.kind !== 'amend') return succeed({ kind: edit.kind, row });
  const present = await readEntry(ports, vault, row, { verified: state.verified });
  if (!present.ok) return fail({ code: present.failure.code, entryId: edit.id });
  if (edit.kind === 'amend') return succeed({ kind: 'update', row, entry: amended(present.value, edit) });
  const entry = await mergeDraft(state, edit, present.value, present.value.version);
  if (!entry.ok) return entry;
  // Who saves an entry wants to have it: one that was put into the trash elsewhere meanwhile comes out again.
  const { details, secrets } = entry.value;
  return succeed({ kind: 'update', row, entry: { details: { ...details, trashedAt: null }, secrets } });
}

// Fetched when an entry was changed elsewhere meanwhile. Where it cannot be, the owner sees every difference.
const loadMerging = () => import('@castellan/vault-core/entries/merge-entries').catch(() => undefined);

/** The draft over the present entry; where that is not what the draft was made from, whatever only one side changed is kept. */
async function mergeDraft(
  state: WorkerState,
  edit: Extract<WorkEdit, { kind: 'update' }>,
  { details, secrets }: Entry,
  version: number,
): Promise<Result<Entry, ConflictFailure>> {
  const theirs: Entry = { details, secrets };
  if (edit.baseVersion === version) return succeed(draftOver(theirs, edit.draft));
  // The next save may be made from what is shown in the conflict.
  state.bases.set(baseName(edit.id, version), theirs);
  const base = edit.baseVersion === null ? undefined : state.bases.get(baseName(edit.id, edit.baseVersion));
  const mine = draftOver(base ?? theirs, edit.draft);
  const merging = base && (await loadMerging());
  if (base === undefined || merging === undefined) {
    const fields = differingFields(mine, theirs);
    return fields.length === 0
      ? succeed(mine)
      : fail({ code: 'conflict', base: base ?? theirs, mine, theirs, theirsVersion: version, fields });
  }
  const { merged, conflicts } = merging.mergeEntries(base, mine, theirs);
  if (conflicts.length === 0) return succeed(merged);
  return fail({ code: 'conflict', base, mine, theirs, theirsVersion: version, fields: conflicts.map(({ field }) => field) });
}

/** What an entry was when an edit of it began is kept under this name. */
export function baseName(id: string, version: number): string {
  return `${id} ${version}`;
}

function amended({ details, secrets }: Entry, { category, favorite }: EntryAmendment): Entry {
  return { details: { ...details, category: category ?? details.category, favorite: favorite ?? details.favorite }, secrets };
}

/** A draft brings content: what an entry is allowed, and was, stays the entry's. */
function draftOver(entry: Entry, { details, secrets }: EntryDraft): Entry {
  return { details: { ...entry.details, ...details }, secrets: { ...entry.secrets, ...presentSecrets(secrets) } };
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
