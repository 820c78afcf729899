import { type Result, succeed } from '@castellan/foundation/result';
import type { VaultChange } from '@castellan/vault-core/manifest/change';
import { headPart } from '@castellan/vault-core/manifest/manifest-head';
import type { LogCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { VaultCreation } from '@castellan/vault-core/slots/create-vault';
import * as z from 'zod/mini';
import { askTable, callDatabase, callFunction, tellDatabaseOnLeaving } from '../../../lib/backend.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { reach } from '../../../lib/backend-parts/reach.ts';
import { readSessionStatus } from '../../session/session-status.ts';
import { verifyCode } from '../../session/sign-in.ts';
import { passwordColumn } from './password-column.ts';

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

/** Rows read with one request. */
export const rowsPerPage = 500;

/** What the page itself reads of a snapshot; the Worker reads the whole of it, and believes none of it unchecked. */
export type SnapshotOutline = {
  readonly userId: string;
  readonly vaultId: string | undefined;
  readonly epoch: number | undefined;
  /** The key that the head says it is under. */
  readonly headKeyId: string | undefined;
  /** The head's envelope, as it came. */
  readonly head: string | undefined;
  readonly entryCount: number;
  /** Nothing below is told: this device does not know the vault, and the session was not proven lately. */
  readonly withheld: boolean;
  readonly slots: readonly SlotOutline[];
  /** The manifest's shards as they came, for this device to keep copies of. */
  readonly shards: ReadonlyMap<number, string>;
  /** As it came, for the Worker. */
  readonly whole: unknown;
};

export type SlotOutline = {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly credentialId: string;
  readonly prfSalt: string;
};

/** A head of the vault, as a device remembers it. */
export type SeenHead = { readonly epoch: number; readonly digest: string };

/** What the vault asks of the backend. */
export type VaultBackend = {
  /** Whether the last thing that was asked of it, for whatever reason, had no answer. */
  readonly isSilent: () => boolean;
  /** The authenticator that is enrolled at the auth service, if any. */
  readonly authenticator: () => Asked<string | undefined>;
  readonly verifyCode: (factorId: string, code: string) => Asked<undefined>;
  /** `seen`: the head that this device remembers. It shows that the device knows the vault, and the digests of all later ones are wanted. */
  readonly snapshot: (seen: SeenHead | undefined) => Asked<SnapshotOutline>;
  /** Up to `rowsPerPage` rows in the order of their ids, from the first after `after` on. */
  readonly rowsAfter: (after: string | undefined) => Asked<readonly unknown[]>;
  readonly rowsOf: (ids: readonly string[]) => Asked<readonly unknown[]>;
  /** Up to `limit` rows of another app's sealed collection, removed ones too, in the order of their ids. */
  readonly sealedRowsAfter: (collection: string, after: string | undefined, limit: number) => Asked<readonly SealedRow[]>;
  readonly create: (vault: VaultCreation) => Asked<unknown>;
  readonly upgrade: (vault: VaultCreation) => Asked<unknown>;
  readonly replace: (lostVaultId: string, vault: VaultCreation) => Asked<unknown>;
  /**
   * Refused with `PT409` and the present epoch where the change was made from another, or with `record_changed` and a record's
   * name where its row has another version. Answers with what the database says of the records that were written.
   */
  readonly write: (expectedEpoch: number, changeId: string, change: VaultChange) => Asked<readonly WrittenRecord[]>;
  /** Whether a proof was given within the last five minutes, which counts for what is refused with `verification_too_old` without. */
  readonly proofIsFresh: () => Asked<boolean>;
  /** Rows of entries that were removed or overwritten within 30 days, the newest first; the next ones are older than `before`. */
  readonly removedEntries: (before: number | undefined) => Asked<readonly RemovedRow[]>;
  /** On which days records of other apps were overwritten or removed within 30 days, the newest first. */
  readonly removedRecords: () => Asked<readonly RemovedRecordDay[]>;
  /** What is kept of one collection and day (UTC), the newest first, as much as comes at once; the next ones are older than `before`. */
  readonly removedTexts: (collection: string, day: string, before: number | undefined) => Asked<readonly RemovedText[]>;
  /** Those of the records that are there, removed ones too. */
  readonly sealedRowsOf: (collection: string, ids: readonly string[]) => Asked<readonly SealedRow[]>;
  /** When ways in were removed or overwritten, or the vault replaced, within 30 days; the newest first. */
  readonly removedKeys: () => Asked<readonly RemovedKeys[]>;
  /** Puts ways in and manifest back as they were before that moment. */
  readonly restoreKeys: (at: string) => Asked<unknown>;
  /** Erases for good what is kept of removed and overwritten rows. */
  readonly eraseRemoved: () => Asked<unknown>;
  readonly deviceShare: (slotId: string) => Asked<string>;
  readonly putDeviceShare: (slotId: string) => Asked<string>;
  /** Ends older verifications, and writes the lock's row in the log. */
  readonly lock: (reason: LockCause) => Asked<unknown>;
  /** The same while the page is being left. */
  readonly lockOnLeaving: () => void;
  readonly newestLog: () => Asked<LogCheckpoint | undefined>;
  /** The hash in the log at a place, `null` where there is none. */
  readonly logHashAt: (sequence: number) => Asked<string | null>;
  /** The range of breached passwords' hashes that begin with five hexadecimal characters, from the service that the server asks. */
  readonly breachRange: (prefix: string) => Asked<BreachRange>;
  /** A site's icon, in base64, from the service that the server asks. */
  readonly siteIcon: (host: string) => Asked<SiteIconAnswer>;
};

/** A row of an entry as it was before it was removed or overwritten; `row` is what the table held. */
export type RemovedRow = {
  readonly id: number;
  readonly entryId: string;
  readonly how: 'removed' | 'overwritten';
  readonly removedAt: string;
  readonly row: unknown;
};

/** Records of one collection that were overwritten or removed on one day; `removed` of them were deleted for good. `texts`: kept of all. */
type RemovedRecordDay = {
  readonly collection: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly records: number;
  readonly removed: number;
  readonly texts: number;
};

/** A record's text as it was; `replaced`: by another text of it that was brought back. */
export type RemovedText = {
  readonly id: number;
  readonly recordId: string;
  readonly how: 'removed' | 'overwritten' | 'replaced';
  readonly removedAt: string;
  readonly sealed: string;
  readonly createdAt: string;
};

/** A moment at which ways in were removed; `slots` are their kinds. */
type RemovedKeys = { readonly at: string; readonly vaultId: string; readonly epoch: number; readonly slots: readonly string[] };

/** Why the vault was locked, as the log has it. `alarm`: it is not what this device knows. */
export type LockCause = 'button' | 'idle' | 'hidden' | 'logout' | 'leaving' | 'alarm';

/** A row of another app's sealed collection. */
export type SealedRow = { readonly id: string; readonly version: number; readonly sealed: string; readonly deletedAt: string | null };

/** What the database says of a record that was written. */
export type WrittenRecord = {
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};

/** `none`: there is none that may be shown. `unavailable`: the service gave no answer. `off`: the server asks none. */
export type SiteIconAnswer = { readonly outcome: 'icon'; readonly data: string } | { readonly outcome: 'none' | 'unavailable' | 'off' };

/** `unavailable`: the service gave none. `off`: the server asks none. */
export type BreachRange = { readonly outcome: 'range'; readonly range: string } | { readonly outcome: 'unavailable' | 'off' };

const slotSchema = z.pipe(
  z.object({
    id: z.string(),
    kind: z.string(),
    parameters: z.object({ label: z.optional(z.string()), credentialId: z.optional(z.string()), prfSalt: z.optional(z.string()) }),
  }),
  z.transform(({ id, kind, parameters: { label = '', credentialId = '', prfSalt = '' } }) => ({ id, kind, label, credentialId, prfSalt })),
);

const snapshotSchema = z.pipe(
  z.unknown(),
  z.transform((whole, context): SnapshotOutline => {
    const parsed = outlineSchema.safeParse(whole);
    if (parsed.success) return { ...parsed.data, whole };
    context.issues.push({ code: 'custom', message: 'not a snapshot', input: whole });
    return z.NEVER;
  }),
);

const outlineSchema = z.pipe(
  z.object({
    exists: z.boolean(),
    user_id: z.string(),
    vault_id: z.nullable(z.string()),
    epoch: z.nullable(z.number().check(z.int())),
    entry_count: z.number().check(z.int()),
    withheld: z.boolean(),
    slots: z.array(slotSchema),
    parts: z.array(z.object({ part: z.number().check(z.int()), envelope: z.string() })),
  }),
  z.transform(({ exists, user_id, vault_id, epoch, entry_count, withheld, slots, parts }) => {
    const shards = new Map(parts.map(({ part, envelope }) => [part, envelope]));
    const head = shards.get(headPart);
    shards.delete(headPart);
    return {
      userId: user_id,
      vaultId: exists ? (vault_id ?? undefined) : undefined,
      epoch: exists ? (epoch ?? undefined) : undefined,
      entryCount: entry_count,
      withheld: exists && withheld,
      head,
      headKeyId: head?.split('.', 2)[1],
      slots,
      shards,
    };
  }),
);

const rowsSchema = z.readonly(z.array(z.unknown()));
const sealedRowsSchema = z.array(
  z.pipe(
    z.object({ id: z.string(), version: z.number().check(z.int()), sealed: z.string(), deleted_at: z.nullable(z.string()) }),
    z.transform(({ id, version, sealed, deleted_at }): SealedRow => ({ id, version, sealed, deletedAt: deleted_at })),
  ),
);
const logSchema = z.array(z.object({ sequence: z.number().check(z.int()), hash: z.string() })).check(z.maxLength(1));
const anything = z.unknown();
const writtenSchema = z.pipe(
  z.object({
    records: z._default(
      z.array(
        z.object({
          collection: z.string(),
          id: z.string(),
          version: z.number().check(z.int()),
          created_at: z.string(),
          updated_at: z.string(),
          deleted_at: z.nullable(z.string()),
        }),
      ),
      [],
    ),
  }),
  z.transform(({ records }): readonly WrittenRecord[] => records),
);
const removedRowsSchema = z.array(
  z.pipe(
    z.object({
      id: z.number().check(z.int()),
      entry_id: z.string(),
      how: z.enum(['removed', 'overwritten']),
      removed_at: z.string(),
      row: z.unknown(),
    }),
    z.transform(({ id, entry_id, how, removed_at, row }): RemovedRow => ({ id, entryId: entry_id, how, removedAt: removed_at, row })),
  ),
);
const removedDaysSchema = z.array(
  z.object({
    collection: z.string(),
    day: z.string(),
    records: z.number().check(z.int()),
    removed: z.number().check(z.int()),
    texts: z.number().check(z.int()),
  }),
);
const removedTextsSchema = z.array(
  z.pipe(
    z.object({
      id: z.number().check(z.int()),
      record_id: z.string(),
      how: z.enum(['removed', 'overwritten', 'replaced']),
      removed_at: z.string(),
      row: z.object({ sealed: z.string(), created_at: z.string() }),
    }),
    z.transform(
      ({ id, record_id, how, removed_at, row }): RemovedText => ({
        ...{ id, how, recordId: record_id, removedAt: removed_at },
        ...{ sealed: row.sealed, createdAt: row.created_at },
      }),
    ),
  ),
);
const removedKeysSchema = z.array(
  z.pipe(
    z.object({ at: z.string(), vault_id: z.string(), epoch: z.number().check(z.int()), slots: z.array(z.string()) }),
    z.transform(({ at, vault_id, epoch, slots }): RemovedKeys => ({ at, vaultId: vault_id, epoch, slots })),
  ),
);
const rangeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('range'), range: z.string() }),
  z.object({ outcome: z.enum(['unavailable', 'off']) }),
]);

const iconSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('icon'), data: z.base64().check(z.maxLength(65_536)) }),
  z.object({ outcome: z.enum(['none', 'unavailable', 'off']) }),
]);

/** The backend over the public client. */
export const vaultBackend: VaultBackend = {
  isSilent: reach.isSilent,
  authenticator: async () => {
    const status = await readSessionStatus();
    return status.ok ? succeed(status.value?.factorId) : status;
  },
  verifyCode,
  snapshot: (head) => callDatabase('vault_snapshot', head === undefined ? {} : { since: head.epoch, seen: head.digest }, snapshotSchema),
  rowsAfter: async (after) => {
    const columns = await rowColumns();
    if (!columns.ok) return columns;
    return askTable((client) => {
      const rows = client.from('vault_entries').select(columns.value).order('id').limit(rowsPerPage);
      return after === undefined ? rows : rows.gt('id', after);
    }, rowsSchema);
  },
  rowsOf: async (ids) => {
    const columns = await rowColumns();
    if (!columns.ok) return columns;
    return askTable(
      (client) =>
        client
          .from('vault_entries')
          .select(columns.value)
          .in('id', [...ids]),
      rowsSchema,
    );
  },
  sealedRowsAfter: (collection, after, limit) =>
    askTable((client) => {
      const rows = client.from(collection).select(sealedColumns).order('id').limit(limit);
      return after === undefined ? rows : rows.gt('id', after);
    }, sealedRowsSchema),
  create: (vault) => callDatabase('create_vault', { vault }, anything),
  upgrade: (vault) => callDatabase('upgrade_vault', { vault }, anything),
  replace: (lost, vault) => callDatabase('replace_vault', { lost_vault_id: lost, vault }, anything),
  write: (expectedEpoch, changeId, change) =>
    callDatabase('write_vault', { expected_epoch: expectedEpoch, change_id: changeId, change }, writtenSchema),
  proofIsFresh: () => callDatabase('vault_proof_is_fresh', {}, z.boolean()),
  removedEntries: (before) => callDatabase('removed_vault_entries', before === undefined ? {} : { before }, removedRowsSchema),
  removedRecords: () => callDatabase('removed_records', {}, removedDaysSchema),
  removedTexts: (collection, day, before) =>
    callDatabase('removed_record_texts', { collection, day, ...(before === undefined ? {} : { before }) }, removedTextsSchema),
  sealedRowsOf: (collection, ids) =>
    askTable(
      (client) =>
        client
          .from(collection)
          .select(sealedColumns)
          .in('id', [...ids]),
      sealedRowsSchema,
    ),
  removedKeys: () => callDatabase('removed_vault_keys', {}, removedKeysSchema),
  restoreKeys: (at) => callDatabase('restore_vault_keys', { at }, anything),
  eraseRemoved: () => callDatabase('erase_removed_vault_rows', {}, anything),
  deviceShare: (slotId) => callDatabase('vault_device_share', { slot_id: slotId }, z.string()),
  putDeviceShare: (slotId) => callDatabase('put_vault_device_share', { slot_id: slotId }, z.string()),
  lock: (reason) => callDatabase('lock_vault', { reason }, anything),
  lockOnLeaving: () => tellDatabaseOnLeaving('lock_vault', { reason: 'leaving' }),
  newestLog: async () => {
    const rows = await askTable(
      (client) => client.from('activity_logs').select('sequence, hash').order('sequence', { ascending: false }).limit(1),
      logSchema,
    );
    return rows.ok ? succeed(rows.value[0]) : rows;
  },
  logHashAt: async (sequence) => {
    const rows = await askTable((client) => client.from('activity_logs').select('sequence, hash').eq('sequence', sequence), logSchema);
    return rows.ok ? succeed(rows.value[0]?.hash ?? null) : rows;
  },
  siteIcon: (host) => callFunction('site-icon', { host }, iconSchema),
  breachRange: (prefix) => callFunction('breach-range', { prefix }, rangeSchema),
};

async function rowColumns(): Asked<string> {
  const column = await passwordColumn();
  // A legacy product's table may lack what ours has.
  return column.ok ? succeed(column.value === 'password_encrypted' ? ownColumns : '*') : column;
}

const sealedColumns = 'id, version, sealed, deleted_at';
const ownColumns = 'id, title, username, url, notes, category, favorite, password_encrypted, icon, created_at';
