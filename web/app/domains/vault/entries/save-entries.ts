import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { EntrySecrets } from '@castellan/vault-core/entries/entry';
import type { ReadFailure } from '@castellan/vault-core/entries/read-entry';
import type { EntryContents } from '../contract/vault-entry.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { EntryDraft, EntryForEdit } from '../contract/vault-state.ts';
import type { ClientFailure } from '../contract/vault-work.ts';
import type { NotOpenFailure, WorkEdit } from '../contract/work-shapes.ts';
import { failureOfJob } from '../session/failure-of.ts';
import { readRowsOf } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';

/** Saves a draft as a new entry (`id` null) or over the version it was made from. */
export async function saveEntry(
  core: VaultCore,
  id: string | null,
  draft: EntryDraft,
  baseVersion: number | null,
): Promise<Result<{ readonly id: string }, VaultFailure>> {
  const entryId = id ?? core.ports.newId();
  const edit: WorkEdit = id === null ? { kind: 'add', id: entryId, draft } : { kind: 'update', id, draft, baseVersion };
  const written = await editEntries(core, [edit]);
  if (written.ok) return succeed({ id: entryId });
  // The list follows the other device; what it no longer names cannot be changed.
  const isGone = id !== null && core.opened?.rowsFinished === true && !core.opened.listed.has(id);
  return isGone && written.failure.code === 'unexpected' ? fail({ code: 'entry_gone' }) : written;
}

/** Does one thing to each of some entries, all or none. */
export async function editEntries(core: VaultCore, edits: readonly WorkEdit[]): Promise<Result<undefined, VaultFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const written = await writeVault(
    core,
    (client) => client.ask('prepareEdits', edits),
    (failure) => (failure.code === 'conflict' ? failure : failureOfJob(failure)),
  );
  return written.ok ? succeed(undefined) : written;
}

/** The same to entries of the list: a row that has not come from the backend yet is read first. */
export async function editListed(
  core: VaultCore,
  ids: readonly string[],
  edit: (id: string) => WorkEdit,
): Promise<Result<undefined, VaultFailure>> {
  const { run } = core;
  if (core.opened?.rowsFinished === false) await core.inTurn(() => readRowsOf(core, ids));
  return core.isOver(run) ? fail({ code: 'locked' }) : editEntries(core, ids.map(edit));
}

/** Rows removed with one write; the server takes no more than ten times as many. */
const removedAtOnce = 200;

/** Removes rows for good, some with each write. */
export async function removeForever(core: VaultCore, ids: readonly string[]): Promise<Result<undefined, VaultFailure>> {
  for (let start = 0; start < ids.length; start += removedAtOnce) {
    const edits = ids.slice(start, start + removedAtOnce).map((id) => ({ kind: 'remove', id }) as const);
    const removed = await editEntries(core, edits);
    if (!removed.ok) return removed;
  }
  return succeed(undefined);
}

/** Why something of an entry is read; each is recorded as itself. */
type ReadAct = 'view' | 'copy' | 'send';

/** One entry's secrets, logged and, for a canary, told. Wants the keys of both tiers. */
export function readEntrySecrets(core: VaultCore, id: string, act: 'view' | 'copy'): Promise<Result<EntrySecrets, VaultFailure>> {
  return readLogged(core, id, act, () => core.client.ask('readSecrets', { id }));
}

/** What is shown of an entry unasked. It is no view of the password, and is not recorded as one; a canary shows nothing unasked. */
export async function readEntryContents(core: VaultCore, id: string): Promise<Result<EntryContents | undefined, VaultFailure>> {
  if (core.opened?.listed.get(id)?.details.canary === true) return succeed(undefined);
  const read = await readFromRow(core, () => core.client.ask('readContents', { id }), id);
  return read.ok ? read : fail(failureOfJob(read.failure));
}

/** The same for an edit, with everything that it starts from. */
export function openEntryForEdit(core: VaultCore, id: string): Promise<Result<EntryForEdit, VaultFailure>> {
  return readLogged(core, id, 'view', () => core.client.ask('readForEdit', { id }));
}

async function readLogged<Value>(
  core: VaultCore,
  id: string,
  act: ReadAct,
  ask: () => Promise<Result<Value, ReadFailure | NotOpenFailure | ClientFailure>>,
): Promise<Result<Value, VaultFailure>> {
  const read = await readFromRow(core, ask, id);
  if (!read.ok) return fail(failureOfJob(read.failure));
  recordAct(core, id, act);
  return read;
}

/** Asks the Worker for something in an entry's row, which is fetched where it is not there yet. Wants the keys of both tiers. */
export async function readFromRow<Value, Failure extends { readonly code: string }>(
  core: VaultCore,
  ask: () => Promise<Result<Value, Failure>>,
  id: string,
): Promise<Result<Value, Failure | { readonly code: 'locked' }>> {
  const { run } = core;
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  let read = await ask();
  if (!read.ok && read.failure.code === 'missing' && !core.isOver(run)) {
    // The list is there before the rows are: this one is fetched out of turn.
    await core.inTurn(() => readRowsOf(core, [id]));
    if (!core.isOver(run)) read = await ask();
  }
  return core.isOver(run) ? fail({ code: 'locked' }) : read;
}

/** Copies something of an entry that is shown without its secrets being read again: a user name, a custom field. */
export async function copyShown(core: VaultCore, id: string, text: string): CopyAnswer {
  if (core.opened === undefined) return fail({ code: 'locked' });
  recordAct(core, id, 'copy');
  return copyGuarded(core, text);
}

/** Copies for 30 seconds, or until a lock. */
export async function copyGuarded(core: VaultCore, text: string): CopyAnswer {
  const { run } = core;
  const copied = await core.ports.clipboard.copy(text);
  // A lock in between found nothing on the clipboard yet.
  if (core.isOver(run)) await core.ports.clipboard.forget();
  return copied;
}

type CopyAnswer = Promise<Result<undefined, VaultFailure | { readonly code: 'copy_refused' }>>;

/** Whenever something of an entry is viewed, copied or sent, it comes by here. */
export function recordAct({ opened, ports: { log } }: VaultCore, id: string, act: ReadAct): void {
  void log.record(act, { entryId: id });
  if (opened?.listed.get(id)?.details.canary === true) void log.canary(id, act);
}
