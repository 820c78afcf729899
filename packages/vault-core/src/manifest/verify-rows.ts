import { digestOf } from '../crypto/sealing.ts';
import { type EntryEnvelope, isSealedEntry, openDetails, parseEntryEnvelope } from '../entries/entry-envelope.ts';
import type { EntryFindingCode, Finding } from '../finding.ts';
import { inChunks } from '../in-chunks.ts';
import type { VaultCrypto, VaultPorts } from '../ports.ts';
import { versionOneDigest } from '../version-one/version-one.ts';
import type { ManifestHead } from './manifest-head.ts';
import type { ListedEntry } from './manifest-shard.ts';
import { keysFor, listEntries, type OpenVault } from './open-vault.ts';
import type { VaultRow } from './vault-row.ts';

/** How the rows stand to the manifest: "verified `verified.size` of `total`, epoch `epoch`". */
export type VerifiedRows = {
  /** The very row objects whose text is the listed one; reading these needs no second check. */
  readonly verified: ReadonlySet<VaultRow>;
  /** Entries that the manifest lists. */
  readonly total: number;
  readonly epoch: number;
  /** One for each entry that is not as listed, and for each row that is not listed. */
  readonly findings: readonly Extract<Finding, { readonly entryId: string }>[];
  /** Rows that are sealed for this vault though the manifest does not list them: shown apart, adopted by an explicit confirmation. */
  readonly unlisted: readonly ListedEntry[];
  /** Rows of version 1 that a migration knows and has not converted. */
  readonly unconverted: readonly VaultRow[];
};

type Verdict = {
  readonly row: VaultRow;
  readonly verified: boolean;
  readonly code: EntryFindingCode | undefined;
  readonly found: ListedEntry | undefined;
  readonly unconverted: boolean;
};

/** Compares all rows of the vault with the manifest. Nothing of an entry is opened but the details of rows that are not listed. */
export async function verifyRows(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[]): Promise<VerifiedRows> {
  const listed = new Map(listEntries(vault).map((item) => [item.id, item]));
  const known = new Map((vault.head?.unconverted ?? []).map(({ id, digest }) => [id, digest]));
  const { crypto } = ports;
  const total = listed.size;
  const verdicts = await inChunks(rows, (row) => {
    const item = listed.get(row.id);
    return isSealedEntry(row.password_encrypted)
      ? verifySealed(crypto, vault, row, item)
      : verifyVersionOne(crypto, vault.head, known, row, item);
  });
  const findings: Extract<Finding, { readonly entryId: string }>[] = [];
  for (const { row, code } of verdicts) {
    if (code !== undefined) findings.push({ code, entryId: row.id });
    listed.delete(row.id);
    known.delete(row.id);
  }
  for (const entryId of [...listed.keys(), ...known.keys()]) findings.push({ code: 'missing', entryId });
  return {
    verified: new Set(verdicts.filter(({ verified }) => verified).map(({ row }) => row)),
    total,
    epoch: vault.head?.epoch ?? vault.epoch,
    findings,
    unlisted: verdicts.flatMap(({ found }) => (found === undefined ? [] : [found])),
    unconverted: verdicts.filter(({ unconverted }) => unconverted).map(({ row }) => row),
  };
}

/** What is wrong with a listed row, if anything; `relabelled` rows are what is listed but for their readable mirrors. */
export async function verifyListedRow(crypto: VaultCrypto, row: VaultRow, item: ListedEntry): Promise<EntryFindingCode | undefined> {
  if ((await digestOf(crypto, row.password_encrypted)) === item.digest) {
    return row.category === item.details.category && row.favorite === item.details.favorite ? undefined : 'relabelled';
  }
  const envelope = parseEntryEnvelope(row.password_encrypted);
  return envelope.ok && envelope.value.version < item.version ? 'stale' : 'altered';
}

async function verifySealed(crypto: VaultCrypto, vault: OpenVault, row: VaultRow, item: ListedEntry | undefined): Promise<Verdict> {
  const verdict = { row, unconverted: false };
  if (item !== undefined) {
    const code = await verifyListedRow(crypto, row, item);
    return { ...verdict, verified: code === undefined, code, found: undefined };
  }
  const found = await openUnlisted(crypto, vault, row);
  return { ...verdict, verified: false, code: found === undefined ? 'unreadable' : 'unlisted', found };
}

/** The listing that a row would have, if it was sealed for this place under a key of this vault. */
export async function openUnlisted(crypto: VaultCrypto, vault: OpenVault, row: VaultRow): Promise<ListedEntry | undefined> {
  const envelope = parseEntryEnvelope(row.password_encrypted);
  const keys = envelope.ok ? keysFor(vault, envelope.value.keyId) : undefined;
  if (!envelope.ok || keys === undefined) return undefined;
  const { version }: EntryEnvelope = envelope.value;
  const details = await openDetails(crypto, keys, { userId: vault.userId, entryId: row.id }, envelope.value);
  if (!details.ok) return undefined;
  return { id: row.id, version, digest: await digestOf(crypto, row.password_encrypted), details: details.value };
}

async function verifyVersionOne(
  crypto: VaultCrypto,
  head: ManifestHead | undefined,
  known: ReadonlyMap<string, string>,
  row: VaultRow,
  item: ListedEntry | undefined,
): Promise<Verdict> {
  const expected = known.get(row.id);
  const verdict = { row, verified: false, found: undefined };
  // Without a head nothing says whether version 1 was ever closed, so that no such row is believed.
  if (item !== undefined || expected === undefined || head === undefined) return { ...verdict, code: 'planted_v1', unconverted: false };
  const same = (await versionOneDigest(crypto, row)) === expected;
  return { ...verdict, code: same ? undefined : 'altered', unconverted: same };
}
