import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry, EntrySecrets } from '@castellan/vault-core/entry';
import { failureOfJob } from './failure-of.ts';
import { readRowsOf } from './read-rows.ts';
import type { VaultCore } from './store-core.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { EntryDraft } from './vault-state.ts';
import type { WorkEdit } from './vault-work.ts';
import { writeVault } from './write-vault.ts';

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
  return written.ok ? succeed({ id: entryId }) : written;
}

/** Does one thing to each of some entries, all or none. */
export async function editEntries(core: VaultCore, edits: readonly WorkEdit[]): Promise<Result<undefined, VaultFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  let conflict: VaultFailure | undefined;
  const written = await writeVault(
    core,
    async (client) => {
      const prepared = await client.ask('prepareEdits', edits);
      conflict = !prepared.ok && prepared.failure.code === 'conflict' ? prepared.failure : undefined;
      return prepared;
    },
    ({ code }) => conflict ?? failureOfJob(code),
  );
  return written.ok ? succeed(undefined) : written;
}

/** One entry's secrets, logged and, for a canary, told. Wants the keys of both tiers. */
export async function readEntrySecrets(
  core: VaultCore,
  id: string,
  purpose: 'view' | 'copy' | 'edit',
): Promise<Result<{ readonly secrets: EntrySecrets; readonly version: number }, VaultFailure>> {
  const { run, opened } = core;
  if (opened?.tier !== 'secrets') return fail({ code: 'locked' });
  let read = await core.client.ask('readSecrets', { id, purpose });
  if (!read.ok && read.failure.code === 'missing' && !core.isOver(run)) {
    // The list is there before the rows are: this one is fetched out of turn.
    await core.inTurn(() => readRowsOf(core, [id]));
    if (!core.isOver(run)) read = await core.client.ask('readSecrets', { id, purpose });
  }
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!read.ok) return fail(failureOfJob(read.failure.code));
  const act = purpose === 'copy' ? 'copy' : 'view';
  void core.ports.log.record(act, { entryId: id });
  if (opened.listed.get(id)?.details.canary === true) void core.ports.log.canary(id, act);
  return read;
}

/** What the page shows of an entry that waits for a master. */
export function entryOfDraft({ details, secrets }: EntryDraft, nowMs: number): Entry {
  const now = new Date(nowMs).toISOString();
  const dates = { createdAt: now, updatedAt: now, passwordChangedAt: now, trashedAt: null };
  return { details: { ...details, ...dates, hasTotp: secrets.totp !== '' }, secrets: { ...secrets, history: [] } };
}
