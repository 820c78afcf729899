import { fail, type Result, succeed } from '@castellan/foundation/result';
import { digestOf } from '../crypto/sealing.ts';
import { inChunks } from '../in-chunks.ts';
import { type Commit, type CommitFailure, commitDraft, type RecordWrite } from '../manifest/change.ts';
import { fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { type ListedRecord, type RecordName, recordName } from './record-shard.ts';
import { openRecord, parseRecordEnvelope, type RecordFields, type RecordSealFailure, sealRecord } from './sealed-record.ts';
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

type Prepared = { readonly write: RecordWrite; readonly listed: ListedRecord };

/** One change for all records of a batch, written with their listing, and for listings to be dropped. All or nothing. */
export async function saveRecords(
  ports: VaultPorts,
  vault: OpenVault,
  drafts: readonly RecordDraft[],
  unlist: readonly RecordName[] = [],
): Promise<Result<Commit, RecordSaveFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  if (new Set(drafts.map(recordName)).size < drafts.length) return fail({ code: 'record_invalid' });
  const prepared: Prepared[] = [];
  for (const one of await inChunks(drafts, (draft) => prepare(ports, vault, draft))) {
    if (!one.ok) return one;
    prepared.push(one.value);
  }
  return commitRecords(ports, vault, prepared, unlist);
}

function commitRecords(ports: VaultPorts, vault: OpenVault, prepared: readonly Prepared[], unlist: readonly RecordName[] = []) {
  return commitDraft(ports, vault, {
    listRecords: prepared.map(({ listed }) => listed),
    records: prepared.map(({ write }) => write),
    unlistRecords: unlist,
  });
}

async function prepare(ports: VaultPorts, vault: OpenVault, draft: RecordDraft): Promise<Result<Prepared, RecordSaveFailure>> {
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
  const opened = await openRecord(ports, vault, { class: 'row', collection, id, version: over.version }, over.sealed);
  return opened.ok ? opened.value : undefined;
}

async function verifyDraft({ crypto }: VaultPorts, vault: OpenVault, { collection, id, over }: RecordDraft) {
  if (over !== undefined) return listsRecords(vault) ? verifyRecord(crypto, vault, collection, { id, ...over }) : undefined;
  return listedRecord(vault, { collection, id }) === undefined ? undefined : 'listed';
}

/** A row of some sealed collection. */
export type RecordRow = RecordName & Required<Omit<ShownRecord, 'sealed'>> & { readonly sealed: string };

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

/** A change for rows under a retired key, or for as many of them as fit it, and the ids of those that cannot be taken over. */
export type RecordsResealing = { readonly commit: Commit | undefined; readonly unreadable: readonly string[] };

/** A row with the moment it was removed at. */
export type KeptRow = RecordRow & { readonly deletedAt: string | null };

/** Rows sealed again with one write. */
const batchSize = 200;

/**
 * Seals rows that are under a retired key again, each over its listed version, up to a batch at once: ask again until no commit
 * comes. A row that does not open, or is not as listed, keeps the old key.
 */
export async function resealRecords(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly KeptRow[],
): Promise<Result<RecordsResealing, RecordSaveFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const old = rows.filter(({ sealed }) => {
    const envelope = parseRecordEnvelope(sealed);
    // What no key of this vault opens now, a rotation takes nothing from: only rows under a retired key have something to lose.
    return envelope.ok && vault.retired.has(envelope.value.keyId);
  });
  const unreadable: string[] = [];
  const prepared: Prepared[] = [];
  for (let start = 0; start < old.length && prepared.length === 0; start += batchSize) {
    const some = old.slice(start, start + batchSize);
    const outcomes = await inChunks(some, (row) => resealOne(ports, vault, row));
    for (const [index, { id }] of some.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) unreadable.push(id);
      else prepared.push(outcome);
    }
  }
  if (prepared.length === 0) return succeed({ commit: undefined, unreadable });
  const commit = await fitChange(prepared, (part) => commitRecords(ports, vault, part));
  return commit.ok ? succeed({ commit: commit.value, unreadable }) : commit;
}

async function resealOne(ports: VaultPorts, vault: OpenVault, row: KeptRow): Promise<Prepared | undefined> {
  const { collection, id, version, sealed, deleted, deletedAt } = row;
  const opened = await openRecord(ports, vault, { class: 'row', collection, id, version }, sealed);
  if (!opened.ok) return undefined;
  const prepared = await prepare(ports, vault, { collection, id, over: { version, sealed, deleted }, fields: opened.value, deletedAt });
  return prepared.ok ? prepared.value : undefined;
}
