import * as z from 'zod/mini';
import { listedEntry, readEntry } from '../entries/read-entry.ts';
import { digestOfParts, filePartsOf } from '../files/sealed-file.ts';
import { inChunks } from '../in-chunks.ts';
import { listEntries, type OpenVault } from '../manifest/open-vault.ts';
import { parseVaultRow } from '../manifest/vault-row.ts';
import { verifyRows } from '../manifest/verify-rows.ts';
import type { VaultPorts } from '../ports.ts';
import { openListedRecord } from '../records/former-text.ts';
import type { RecordFields } from '../records/sealed-record.ts';
import { listsRecords, verifyRecord } from '../records/verify-records.ts';

/**
 * A row that a backup lacks, or holds without its being any use. `list`: its name in the file; `code`: `missing` (the vault lists it and
 * the server did not show it), `unlisted`, `stale`, `ahead`, `altered`, `unverified`, or why it does not open; `title`: of an entry that
 * the vault lists.
 */
export type BackupFinding = { readonly id: string; readonly list: string; readonly code: string; readonly title?: string };

/** A part of a file that the storage has: the file's name there, which part it is, and its SHA-256. */
export type BackedFilePart = { readonly id: string; readonly index: number; readonly digest: Uint8Array };

/** Holds the rows of a backup against its vault while they are read. The rows of a list may come in several calls, each row once. */
export type BackupCheck = {
  readonly takeEntries: (list: string, rows: readonly unknown[]) => Promise<void>;
  readonly takeRecords: (list: string, collection: string, rows: readonly unknown[]) => Promise<void>;
  /**
   * Parts of stored files, all of them before the first record. A file that a record names and of which a part was not shown is `missing`,
   * one whose parts are others is `altered`.
   */
  readonly takeFileParts: (list: string, parts: readonly BackedFilePart[]) => void;
  /** What was found, by list and id. `entryList`: the list of entries; `collections`: the name of each list's collection, by the list's. */
  readonly end: (entryList: string, collections: Readonly<Record<string, string>>) => readonly BackupFinding[];
};

const recordSchema = z.object({ id: z.string(), version: z.number(), sealed: z.string(), deleted_at: z.nullable(z.string()) });
const namedSchema = z.object({ id: z.string() });
const fileSchema = z.object({ bytes: z.number(), object: z.object({ id: z.string(), sealed: z.string() }) });

/** Begins a check against an open vault, which must be of the very moment that the rows are of. Keeps ids, and no row. */
export function createBackupCheck(ports: VaultPorts, vault: OpenVault): BackupCheck {
  const found: BackupFinding[] = [];
  const seenEntries = new Set<string>();
  const seenRecords = new Map<string, Set<string>>();
  const tell = (list: string, id: string, code: string) => found.push({ id, list, code });
  const tellEntry = (list: string, id: string, code: string) => {
    const title = listedEntry(vault, id)?.details.title;
    found.push({ id, list, code, ...(title === undefined ? {} : { title }) });
  };
  const files = createFileCheck(ports, tell);
  return {
    takeFileParts: files.take,
    takeEntries: async (list, values) => {
      const rows = values.flatMap((value) => parseVaultRow(value) ?? []);
      for (const value of values) {
        if (parseVaultRow(value) !== undefined) continue;
        seenEntries.add(idOf(value));
        tellEntry(list, idOf(value), 'malformed');
      }
      const { findings, verified, unconverted } = await verifyRows(ports, vault, rows);
      const known = new Map(findings.map(({ entryId, code }) => [entryId, code]));
      const waiting = new Set(unconverted);
      await inChunks(rows, async (row) => {
        seenEntries.add(row.id);
        const code = known.get(row.id);
        // Whichever category its row claims, what is sealed is the entry. A row of version 1 waits for its upgrade.
        if (code !== undefined && code !== 'relabelled') return tellEntry(list, row.id, code);
        if (waiting.has(row)) return;
        const opened = await readEntry(ports, vault, row, { verified });
        if (!opened.ok) tellEntry(list, row.id, opened.failure.code);
      });
    },
    takeRecords: async (list, collection, values) => {
      const seen = seenRecords.get(collection) ?? new Set();
      seenRecords.set(collection, seen);
      await inChunks(values, async (value) => {
        const row = recordSchema.safeParse(value).data;
        const id = row?.id ?? idOf(value);
        seen.add(id);
        if (row === undefined) {
          tell(list, id, 'malformed');
          return;
        }
        const shown = { id, version: row.version, sealed: row.sealed, deleted: row.deleted_at !== null };
        const code = listsRecords(vault) ? await verifyRecord(ports.crypto, vault, collection, shown) : undefined;
        if (code !== undefined) {
          tell(list, id, code);
          return;
        }
        const opened = await openListedRecord(ports, vault, { class: 'row', collection, id, version: row.version }, row.sealed);
        if (opened.ok) await files.check(opened.value);
        else tell(list, id, opened.failure.code);
      });
    },
    end: (entryList, collections) => {
      const expected = [...listEntries(vault), ...(vault.head?.unconverted ?? [])];
      for (const { id } of expected) if (!seenEntries.has(id)) tellEntry(entryList, id, 'missing');
      const lists = new Map(Object.entries(collections).map(([list, collection]) => [collection, list]));
      for (const [collection, ids] of livingRecords(vault)) {
        // A collection that this program does not know is in no file that it makes.
        for (const id of ids) if (seenRecords.get(collection)?.has(id) !== true) tell(lists.get(collection) ?? collection, id, 'missing');
      }
      return found.toSorted((one, other) => order(one.list, other.list) || order(one.id, other.id));
    },
  };
}

/** Holds the stored files that records name against the parts that came. Keeps digests, and no part. */
function createFileCheck(ports: Pick<VaultPorts, 'crypto'>, tell: (list: string, id: string, code: string) => void) {
  const files = new Map<string, Uint8Array[]>();
  let list: string | undefined;
  return {
    take: (name: string, parts: readonly BackedFilePart[]) => {
      list = name;
      for (const { id, index, digest } of parts) {
        const digests = files.get(id) ?? [];
        digests[index] = digest;
        files.set(id, digests);
      }
    },
    check: async (fields: RecordFields) => {
      const file = fileSchema.safeParse(fields).data;
      if (file === undefined || list === undefined) return;
      const { id, sealed } = file.object;
      const digests = files.get(id) ?? [];
      const count = filePartsOf(file.bytes);
      // Parts that lie beyond the end, or of which one before is missing, leave a hole.
      if (digests.length !== count || Object.keys(digests).length !== count) tell(list, id, 'missing');
      else if ((await digestOfParts(ports, digests)) !== sealed) tell(list, id, 'altered');
    },
  };
}

/** The ids of the records that a vault lists as living, by collection. Empty for a vault that does not list records yet. */
export function livingRecords(vault: OpenVault): ReadonlyMap<string, ReadonlySet<string>> {
  const living = new Map<string, Set<string>>();
  if (!listsRecords(vault)) return living;
  for (const shard of vault.records.values()) {
    for (const { collection, id, deleted } of shard.items.values()) {
      if (deleted === true) continue;
      const ids = living.get(collection) ?? new Set();
      living.set(collection, ids.add(id));
    }
  }
  return living;
}

const idOf = (value: unknown): string => namedSchema.safeParse(value).data?.id ?? '';

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
