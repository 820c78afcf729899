import { fail, type Result, succeed } from '@castellan/foundation/result';
import { digestOf } from '../crypto/sealing.ts';
import { inChunks } from '../in-chunks.ts';
import { type Commit, type CommitFailure, commitDraft, type RecordWrite } from '../manifest/change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { openListedRecord } from './former-text.ts';
import { type ListedRecord, type RecordName, recordName } from './record-shard.ts';
import { openRecord, type RecordFields, type RecordSealFailure, sealRecord } from './sealed-record.ts';
import { listedRecord, listsRecords, type RecordFindingCode, type ShownRecord, verifyRecord } from './verify-records.ts';

/** A record to be written. */
export type RecordDraft = RecordName & {
  /** The row that it is written over; absent for a new record. */
  readonly over?: { readonly version: number; readonly sealed: string; readonly deleted: boolean };
  /** Absent where the row keeps what it holds: that is sealed again as it is, and a text that does not open stays. */
  readonly fields?: RecordFields;
  readonly createdAt?: string;
  readonly deletedAt: string | null;
  /** The owner's explicit confirmation that the row is to be written over though it is not as listed. */
  readonly isOverride?: true;
  /** What is written is a kept copy of the record: what it replaces is to be kept, too. */
  readonly bringsBack?: true;
};

/** `not_as_listed`: the row that is to be written over is not the one that the manifest lists, or a new record is listed already. */
export type RecordSaveFailure =
  | CommitFailure
  | RecordSealFailure
  | { readonly code: 'not_as_listed'; readonly name: RecordName; readonly found: RecordFindingCode | 'listed' };

/** A record as it is to be written, with its listing. */
export type PreparedRecord = { readonly write: RecordWrite; readonly listed: ListedRecord };

/** One change for all records of a batch, written with their listing, and for listings to be dropped. All or nothing. */
export async function saveRecords(
  ports: VaultPorts,
  vault: OpenVault,
  drafts: readonly RecordDraft[],
  unlist: readonly RecordName[] = [],
): Promise<Result<Commit, RecordSaveFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  if (new Set(drafts.map(recordName)).size < drafts.length) return fail({ code: 'record_invalid' });
  const prepared: PreparedRecord[] = [];
  for (const one of await inChunks(drafts, (draft) => prepareRecord(ports, vault, draft))) {
    if (!one.ok) return one;
    prepared.push(one.value);
  }
  return commitRecords(ports, vault, prepared, unlist);
}

/** The one change for what was prepared. */
export function commitRecords(
  ports: VaultPorts,
  vault: OpenVault,
  prepared: readonly PreparedRecord[],
  unlist: readonly RecordName[] = [],
) {
  return commitDraft(ports, vault, {
    listRecords: prepared.map(({ listed }) => listed),
    records: prepared.map(({ write }) => write),
    unlistRecords: unlist,
  });
}

/** Seals one record as a later version than its row and its listing have. */
export async function prepareRecord(
  ports: VaultPorts,
  vault: OpenVault,
  draft: RecordDraft,
): Promise<Result<PreparedRecord, RecordSaveFailure>> {
  const { collection, id, over } = draft;
  const name = { collection, id };
  const present = listedRecord(vault, name);
  if (draft.isOverride !== true) {
    const found = await verifyDraft(ports, vault, draft);
    if (found !== undefined) return fail({ code: 'not_as_listed', name, found });
  }
  const version = Math.max(over?.version ?? 0, present?.version ?? 0) + 1;
  const fields = draft.fields ?? (await fieldsUnder(ports, vault, draft));
  const sealed = fields === undefined ? undefined : await sealRecord(ports, vault, { class: 'row', ...name, version }, fields);
  if (sealed?.ok === false) return sealed;
  const text = sealed?.value ?? over?.sealed;
  if (text === undefined) return fail({ code: 'record_invalid' });
  return succeed({
    write: {
      ...name,
      expected_version: over?.version ?? null,
      version,
      ...(sealed === undefined ? {} : { sealed: sealed.value }),
      ...(draft.createdAt === undefined ? {} : { created_at: draft.createdAt }),
      deleted_at: draft.deletedAt,
      ...(draft.bringsBack === true ? { brings_back: true as const } : {}),
    },
    listed: {
      ...name,
      version,
      digest: await digestOf(ports.crypto, text),
      ...(draft.deletedAt === null ? {} : { deleted: true as const }),
    },
  });
}

/** What the row that is written over holds, in whatever schema version: whoever cannot read it keeps it. */
async function fieldsUnder(ports: VaultPorts, vault: OpenVault, { collection, id, over }: RecordDraft): Promise<RecordFields | undefined> {
  if (over === undefined) return undefined;
  const opened = await openListedRecord(ports, vault, { class: 'row', collection, id, version: over.version }, over.sealed);
  return opened.ok ? opened.value : undefined;
}

async function verifyDraft({ crypto }: VaultPorts, vault: OpenVault, { collection, id, over }: RecordDraft) {
  if (over !== undefined) return listsRecords(vault) ? verifyRecord(crypto, vault, collection, { id, ...over }) : undefined;
  return listedRecord(vault, { collection, id }) === undefined ? undefined : 'listed';
}

/** A row of some sealed collection. */
export type RecordRow = RecordName & Required<Omit<ShownRecord, 'sealed'>> & { readonly sealed: string };

/** A row with the moment it was removed at. */
export type KeptRow = RecordRow & { readonly deletedAt: string | null };

/**
 * The one change that makes the manifest list records, from all rows of all sealed collections: those that open and are not listed
 * yet are. From then on a row that is not listed is a finding, and so is a listed one that is not shown. `undefined` where this
 * was done already.
 */
export async function adoptRecords(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly RecordRow[],
): Promise<Result<Commit & { readonly adopted: number }, CommitFailure | { readonly code: 'locked' }> | undefined> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  if (listsRecords(vault)) return undefined;
  const fresh = rows.filter((row) => listedRecord(vault, row) === undefined);
  const listRecords = await listingsOf(ports, vault, fresh);
  const commit = await commitDraft(ports, vault, { listRecords, head: { records: 'listed' } });
  return commit.ok ? succeed({ ...commit.value, adopted: listRecords.length }) : commit;
}

/** What the manifest would say of rows, for those that open under the keys of this vault. */
export async function listingsOf(ports: VaultPorts, vault: OpenVault, rows: readonly RecordRow[]): Promise<ListedRecord[]> {
  const listed = await inChunks(rows, async (row): Promise<ListedRecord | undefined> => {
    const { collection, id, version, sealed, deleted } = row;
    const opened = await openRecord(ports, vault, { class: 'row', collection, id, version }, sealed);
    if (!opened.ok) return undefined;
    return { collection, id, version, digest: await digestOf(ports.crypto, sealed), ...(deleted ? { deleted } : {}) };
  });
  return listed.filter((record) => record !== undefined);
}
