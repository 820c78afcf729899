import { digestOf } from '../crypto/sealing.ts';
import { inChunks } from '../in-chunks.ts';
import { firstRecordPart } from '../manifest/manifest-head.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultCrypto } from '../ports.ts';
import { type ListedRecord, type RecordName, recordName, recordPartOf } from './record-shard.ts';

/** A row of a sealed collection as the server shows it. `sealed` is left out of one that was found as listed in this version before. */
export type ShownRecord = {
  readonly id: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly sealed?: string | undefined;
};

/** How a record's row stands to the manifest, where it is not as listed. */
export type RecordFindingCode =
  /** The manifest lists it, and no row was shown. */
  | 'missing'
  /** An earlier version than the listed one. */
  | 'stale'
  /** A later version than the listed one: the manifest that was read is older than the row, or somebody made the row up. */
  | 'ahead'
  /** Not the text that is listed, or put into the trash or out of it by somebody else than the owner. */
  | 'altered'
  /** A row that the manifest does not list. */
  | 'unlisted'
  /** The shard that would list it is not what the head says. */
  | 'unverified';

export type RecordFinding = { readonly code: RecordFindingCode; readonly id: string };

/** What comes of comparing all rows of a collection with the manifest. `purged`: listed as removed, and their rows are gone. */
export type VerifiedRecords = { readonly findings: readonly RecordFinding[]; readonly purged: readonly string[] };

/** Whether the manifest says which records there are; before that whatever opens is believed. */
export function listsRecords(vault: OpenVault): boolean {
  return vault.head?.records === 'listed';
}

/** What the manifest says of a record, if a verified shard lists it. */
export function listedRecord(vault: OpenVault, name: RecordName): ListedRecord | undefined {
  return vault.records.get(recordPartOf(name.id))?.items.get(recordName(name));
}

/** Compares all rows of a collection with the manifest. Opens nothing; wants no key of the secrets tier. */
export async function verifyRecords(
  crypto: VaultCrypto,
  vault: OpenVault,
  collection: string,
  rows: readonly ShownRecord[],
): Promise<VerifiedRecords> {
  if (!listsRecords(vault)) return { findings: [], purged: [] };
  const codes = await inChunks(rows, (row) => verifyRecord(crypto, vault, collection, row));
  const findings = rows.flatMap(({ id }, index): RecordFinding[] => {
    const code = codes[index];
    return code === undefined ? [] : [{ code, id }];
  });
  const shown = new Set(rows.map(({ id }) => id));
  const purged: string[] = [];
  for (const shard of vault.records.values()) {
    for (const listed of shard.items.values()) {
      if (listed.collection !== collection || shown.has(listed.id)) continue;
      if (listed.deleted === true) purged.push(listed.id);
      else findings.push({ code: 'missing', id: listed.id });
    }
  }
  return { findings, purged };
}

/** How one row stands to the manifest; `undefined` where it is as listed. */
export async function verifyRecord(
  crypto: VaultCrypto,
  vault: OpenVault,
  collection: string,
  row: ShownRecord,
): Promise<Exclude<RecordFindingCode, 'missing'> | undefined> {
  const listed = listedRecord(vault, { collection, id: row.id });
  if (listed === undefined) return isBroken(vault, recordPartOf(row.id)) ? 'unverified' : 'unlisted';
  if (row.version !== listed.version) return row.version < listed.version ? 'stale' : 'ahead';
  if (row.deleted !== (listed.deleted === true)) return 'altered';
  return row.sealed === undefined || (await digestOf(crypto, row.sealed)) === listed.digest ? undefined : 'altered';
}

function isBroken(vault: OpenVault, part: number): boolean {
  return (
    part >= firstRecordPart &&
    vault.findings.some((finding) => 'part' in finding && finding.part === part && finding.code !== 'shard_unlisted')
  );
}
