import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type EditFailure, type EntryEdit, saveEdits } from '@castellan/vault-core/entries/edit-entries';
import { newIdentifier } from '@castellan/vault-core/identifier';
import type { ImportDraft, ImportLoss } from '@castellan/vault-core/import/import-model';
import { type KnownEntry, type PlannedImport, planImportInSteps } from '@castellan/vault-core/import/import-plan';
import { unpackImport } from '@castellan/vault-core/import/packed-import';
import { byShard, fitChange } from '@castellan/vault-core/manifest/fit-change';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { ImportPreview, ImportRow } from '../contract/vault-tools.ts';
import type { JobContext } from '../contract/vault-work.ts';
import type { ImportStep, ReadAllFailure } from '../contract/work-shapes.ts';
import { nextTask, readAll } from './read-all.ts';
import { forgetImport } from './worker-memory.ts';
import { hold, type ImportUnderWay, type PlannedWrite, type WorkerState } from './worker-state.ts';

/** Entries written with one change: each writes the manifest's parts again, and each is what a cut leaves whole. */
const entriesAtOnce = 400;

/**
 * Compares what a file held with the vault; keeps the plan until the next file is read, or the plan is dropped. The file's own bytes
 * are read elsewhere, in a Worker that can be ended: this one has the keys.
 */
export async function planImport(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  packed: Uint8Array,
  context: JobContext,
): Promise<Result<ImportPreview, { readonly code: 'structure_unknown' } | ReadAllFailure>> {
  forgetImport(state);
  const reading = state.readings;
  const nowMs = ports.clock.nowMs();
  const file = unpackImport(packed);
  if (file === undefined) return fail({ code: 'structure_unknown' });
  const { format, drafts, rejected, losses } = file;
  // The vault is read first, then it and each item of the file twice are looked at.
  const progress = (done: number, total: number) => context.progress(done, 2 * (total + drafts.length));
  const known = await readAll(ports, state, vault, { ...context, progress });
  if (!known.ok) return known;
  const compared = await compare(ports, drafts, known.value.entries, nowMs, context);
  if (!compared.ok) return compared;
  if (reading !== state.readings) return fail({ code: 'cancelled' });
  const plan = compared.value;
  const titles = new Map(drafts.map(({ place, entry }) => [place, entry.details]));
  // Each batch writes the parts of the manifest that list it: neighbours share theirs.
  const writes = byShard(plan.filter(isWrite));
  state.importing = {
    writes,
    before: new Map(known.value.entries.map(({ id, text }) => [id, text])),
    written: new Map(),
    undone: new Map(),
  };
  return succeed({
    format,
    rejected,
    rows: plan.map((item) => rowOf(item, titles.get(item.place))),
    losses: [...losses, ...plan.flatMap((item) => lossOf(item, titles.get(item.place)))],
  });
}

/** Plans some items at a time, so that a stop is heard. */
async function compare(
  ports: VaultPorts,
  drafts: readonly ImportDraft[],
  vault: readonly KnownEntry[],
  nowMs: number,
  context: JobContext,
): Promise<Result<readonly PlannedImport[], ReadAllFailure>> {
  const steps = planImportInSteps(drafts, vault, nowMs, () => newIdentifier(ports.randomBytes));
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return succeed(step.value);
    context.progress(vault.length + step.value.done, vault.length + step.value.total);
    await nextTask();
    if (context.isCancelled()) return fail({ code: 'cancelled' });
  }
}

/** An entry that is there keeps its own history: earlier passwords that only the file knows have no place in it. */
function isWrite(item: PlannedImport): item is PlannedWrite {
  return item.kind === 'new' || (item.kind === 'changed' && item.changes.some((change) => change !== 'history'));
}

type Named = { readonly title: string; readonly username: string };

function rowOf(item: PlannedImport, { title, username }: Named = { title: '', username: '' }): ImportRow {
  const changes = item.kind === 'changed' ? item.changes.filter((change) => change !== 'history') : [];
  return { place: item.place, kind: isWrite(item) ? item.kind : 'duplicate', title, username, changes };
}

function lossOf(item: PlannedImport, named: Named | undefined): readonly ImportLoss[] {
  if (item.kind !== 'changed' || !item.changes.includes('history')) return [];
  return [{ place: item.place, title: named?.title ?? '', what: 'earlier versions in the file' }];
}

/** The next batch of an import, or of its undoing; what was accepted is seen by the rows, so a lost answer does no harm. */
export async function nextImportStep(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  undo: boolean,
): Promise<Result<ImportStep, EditFailure | { readonly code: 'nothing_to_import' }>> {
  const { importing } = state;
  if (importing === undefined) return fail({ code: 'nothing_to_import' });
  const statuses = importing.writes.map((item) => ({ item, status: (undo ? undoStatusOf : writeStatusOf)(state, importing, item) }));
  const done = statuses.filter(({ status }) => status === 'done').length;
  const skipped = statuses.filter(({ status }) => status === 'skipped').length;
  const due = statuses.filter(({ status }) => status === 'due').map(({ item }) => item);
  if (due.length === 0) return succeed({ kind: 'done', written: done, skipped });
  const commit = await fitChange(due.slice(0, entriesAtOnce), (some) =>
    saveEdits(
      ports,
      vault,
      some.flatMap((item) => (undo ? undoOf(state, item) : editOf(state, item))),
    ),
  );
  if (!commit.ok) return commit;
  const prepared = hold(state, commit.value);
  const texts = undo ? importing.undone : importing.written;
  for (const { id, password_encrypted } of prepared.change.entries ?? []) texts.set(id, password_encrypted);
  return succeed({ kind: 'write', prepared, done: done + skipped, total: done + skipped + due.length });
}

type WriteStatus = 'due' | 'done' | 'skipped';

function writeStatusOf(state: WorkerState, { before, written }: ImportUnderWay, { kind, id }: PlannedWrite): WriteStatus {
  const present = state.rows.get(id)?.password_encrypted;
  if (present !== undefined && present === written.get(id)) return 'done';
  if (kind === 'new') return present === undefined ? 'due' : 'done';
  return present !== undefined && present === before.get(id) ? 'due' : 'skipped';
}

function undoStatusOf(state: WorkerState, { written, undone }: ImportUnderWay, { kind, id }: PlannedWrite): WriteStatus {
  const present = state.rows.get(id)?.password_encrypted;
  const ours = written.get(id);
  if (ours === undefined) return 'done';
  if (kind === 'new' ? present === undefined : present !== undefined && present === undone.get(id)) return 'done';
  return present === ours ? 'due' : 'skipped';
}

function editOf(state: WorkerState, item: PlannedWrite): EntryEdit[] {
  const { icon } = item;
  if (item.kind === 'new') return [{ kind: 'add', id: item.id, entry: item.entry, ...(icon === undefined ? {} : { icon }) }];
  const row = state.rows.get(item.id);
  return row === undefined ? [] : [{ kind: 'update', row, entry: item.entry }];
}

function undoOf(state: WorkerState, item: PlannedWrite): EntryEdit[] {
  if (item.kind === 'new') return [{ kind: 'remove', id: item.id }];
  const row = state.rows.get(item.id);
  return row === undefined ? [] : [{ kind: 'update', row, entry: item.previous }];
}
