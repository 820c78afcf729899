import { fail, type Result, succeed } from '@castellan/foundation/result';
import { digestOf } from '../crypto/sealing.ts';
import { isIdentifier } from '../identifier.ts';
import { inChunks } from '../in-chunks.ts';
import { type Commit, type CommitFailure, commitDraft, type EntryWrite } from '../manifest/change.ts';
import { byShard, fitChange } from '../manifest/fit-change.ts';
import type { ListedEntry } from '../manifest/manifest-shard.ts';
import { listEntries, type OpenVault } from '../manifest/open-vault.ts';
import type { VaultRow } from '../manifest/vault-row.ts';
import type { VaultPorts } from '../ports.ts';
import type { Entry } from './entry.ts';
import { type EntryFailure, sealEntry, sealIcon } from './entry-envelope.ts';
import { firstVersion, nextVersion, presentSecrets } from './entry-history.ts';
import { iconUnderFormerKey } from './entry-icon.ts';
import { parseDetails, parseSecrets } from './entry-parse.ts';
import { listedEntry, type ReadFailure, readEntry } from './read-entry.ts';

/** One thing to do to one entry. `row` is the row as the server has it; it must be the one that the manifest lists. */
export type EntryEdit =
  | { readonly kind: 'add'; readonly id: string; readonly entry: Entry; readonly icon?: Uint8Array }
  | { readonly kind: 'update'; readonly row: VaultRow; readonly entry: Entry; readonly icon?: Uint8Array | null }
  | { readonly kind: 'trash' | 'restore'; readonly row: VaultRow }
  /** For good. Also takes away what the manifest lists and no row is left of, and rows that it does not list. */
  | { readonly kind: 'remove'; readonly id: string }
  /** The owner's explicit confirmation that a row which is not the listed one shall be the entry from now on, if it opens at all. */
  | { readonly kind: 'adopt'; readonly row: VaultRow };

/** Why nothing of a batch is written, and because of which entry. */
export type EditFailure =
  | CommitFailure
  | { readonly code: 'locked' }
  | { readonly code: ReadFailure['code'] | EntryFailure['code'] | 'id_taken' | 'twice_in_batch'; readonly entryId: string };

/** Days an entry stays in the trash. */
export const trashDays = 30;

/**
 * One change for all edits of a batch: each entry's next version, the shards that list them and the head. All or nothing:
 * where the expected epoch has passed, read the newer snapshot, merge (`mergeEntries`) and save again.
 */
export async function saveEdits(ports: VaultPorts, vault: OpenVault, edits: readonly EntryEdit[]): Promise<Result<Commit, EditFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const seen = new Set<string>();
  for (const edit of edits) {
    const id = idOf(edit);
    if (seen.has(id)) return fail({ code: 'twice_in_batch', entryId: id });
    seen.add(id);
  }
  const removed = edits.filter(({ kind }) => kind === 'remove').map(idOf);
  const now = new Date(ports.clock.nowMs()).toISOString();
  const results = await inChunks(
    edits.filter(({ kind }) => kind !== 'remove'),
    (edit) => prepare(ports, vault, edit, now),
  );
  const prepared: Prepared[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    prepared.push(result.value);
  }
  const unconverted = vault.head?.unconverted;
  return commitDraft(ports, vault, {
    list: prepared.map(({ item }) => item),
    entries: prepared.map(({ write }) => write),
    unlist: removed.filter((id) => listedEntry(vault, id) !== undefined),
    removedEntries: removed,
    ...(unconverted === undefined || removed.length === 0
      ? {}
      : { head: { unconverted: unconverted.filter(({ id }) => !removed.includes(id)) } }),
  });
}

/** Entries that leave the trash with one change. */
const trashAtOnce = 400;

/**
 * The removal of what was put into the trash 30 days ago or longer, or of as much of it as fits one change; `undefined` where
 * there is nothing.
 */
export function emptyTrash(ports: VaultPorts, vault: OpenVault): Promise<Result<Commit, EditFailure>> | undefined {
  const before = ports.clock.nowMs() - trashDays * 86_400_000;
  const old = listEntries(vault).filter(({ details }) => details.trashedAt !== null && Date.parse(details.trashedAt) <= before);
  if (old.length === 0) return undefined;
  return fitChange(byShard(old).slice(0, trashAtOnce), (some) =>
    saveEdits(
      ports,
      vault,
      some.map(({ id }) => ({ kind: 'remove', id })),
    ),
  );
}

/** A row to be written and its listing. */
export type Prepared = { readonly item: ListedEntry; readonly write: EntryWrite };

const idOf = (edit: EntryEdit) => ('id' in edit ? edit.id : edit.row.id);

async function prepare(ports: VaultPorts, vault: OpenVault, edit: EntryEdit, now: string): Promise<Result<Prepared, EditFailure>> {
  if ('entry' in edit && (parseDetails(edit.entry.details) === undefined || parseSecrets(edit.entry.secrets) === undefined)) {
    return fail({ code: 'entry_invalid', entryId: idOf(edit) });
  }
  if (edit.kind === 'add') {
    if (!isIdentifier(edit.id)) return fail({ code: 'entry_invalid', entryId: edit.id });
    if (listedEntry(vault, edit.id) !== undefined) return fail({ code: 'id_taken', entryId: edit.id });
    return sealPrepared(ports, vault, edit.id, 1, firstVersion(edit.entry), edit.icon);
  }
  if (edit.kind === 'remove') return fail({ code: 'entry_invalid', entryId: edit.id });
  const { id } = edit.row;
  const present = await readEntry(ports, vault, edit.row, { evenUnverified: edit.kind === 'adopt' });
  if (!present.ok) return fail({ code: present.failure.code, entryId: id });
  const version = Math.max(present.value.version, listedEntry(vault, id)?.version ?? 0) + 1;
  const entry = nextState(edit, present.value, now);
  const carried = await iconUnderFormerKey(ports, vault, edit.row);
  if (edit.kind !== 'update') return sealPrepared(ports, vault, id, version, entry, carried);
  // Another site's icon would tell the owner that this is where the entry leads.
  const leadsElsewhere = siteOf(present.value.details.url) !== siteOf(entry.details.url);
  const icon = edit.icon === undefined && edit.row.icon !== null && leadsElsewhere ? null : edit.icon === undefined ? carried : edit.icon;
  return sealPrepared(ports, vault, id, version, entry, icon);
}

function nextState(edit: Exclude<EntryEdit, { kind: 'add' | 'remove' }>, present: Entry, now: string): Entry {
  const { details, secrets } = present;
  if (edit.kind === 'update') return nextVersion(present, edit.entry, now);
  // It may be an earlier text, with origins that the owner has taken away since.
  if (edit.kind === 'adopt') return { details, secrets: { ...presentSecrets(secrets), history: secrets.history } };
  return { details: { ...details, trashedAt: edit.kind === 'trash' ? now : null }, secrets };
}

/** The host of an address; what is no address stands for itself. */
function siteOf(url: string): string {
  return (/^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? url).toLowerCase();
}

/** Seals one version of an entry, with what the manifest will list of it. `icon`: absent leaves the stored one, `null` takes it away. */
export async function sealPrepared(
  ports: VaultPorts,
  vault: OpenVault,
  id: string,
  version: number,
  entry: Entry,
  icon: Uint8Array | null | undefined,
): Promise<Result<Prepared, EditFailure>> {
  const place = { userId: vault.userId, entryId: id };
  const sealed = await sealEntry(ports, vault.keys, place, version, entry);
  if (!sealed.ok) return sealed.failure.code === 'locked' ? fail({ code: 'locked' }) : fail({ code: sealed.failure.code, entryId: id });
  const { text, details } = sealed.value;
  const item = { details, digest: await digestOf(ports.crypto, text), id, version };
  const write = { id, password_encrypted: text, category: details.category, favorite: details.favorite };
  if (icon === undefined) return succeed({ item, write });
  return succeed({ item, write: { ...write, icon: icon === null ? null : await sealIcon(ports, vault.keys, place, icon) } });
}
