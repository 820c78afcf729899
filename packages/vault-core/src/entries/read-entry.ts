import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { EntryFindingCode } from '../finding.ts';
import { inChunks } from '../in-chunks.ts';
import { type ListedEntry, shardOf } from '../manifest/manifest-shard.ts';
import { keysFor, type OpenVault } from '../manifest/open-vault.ts';
import type { VaultRow } from '../manifest/vault-row.ts';
import { verifyListedRow } from '../manifest/verify-rows.ts';
import type { VaultPorts } from '../ports.ts';
import type { Entry, EntrySecrets } from './entry.ts';
import { type EnvelopeFailure, openDetails, openSecrets, parseEntryEnvelope } from './entry-envelope.ts';

/** Why an entry's secrets are not shown. `locked`: they want the master, a passkey or the recovery key. */
export type ReadFailure = EnvelopeFailure | { readonly code: EntryFindingCode };

/** How much is taken on trust: rows that `verifyRows` found to be the listed ones, and, on an explicit confirmation, rows that are not. */
export type Trust = { readonly verified?: ReadonlySet<VaultRow>; readonly evenUnverified?: boolean };

/** What the manifest lists of an entry, if its shard is verified. */
export function listedEntry(vault: OpenVault, entryId: string): ListedEntry | undefined {
  return vault.shards.get(shardOf(entryId))?.items.get(entryId);
}

/** The secrets in a row, if it is the one that the manifest lists. */
export async function readSecrets(
  ports: VaultPorts,
  vault: OpenVault,
  row: VaultRow,
  trust: Trust = {},
): Promise<Result<EntrySecrets, ReadFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const envelope = parseEntryEnvelope(row.password_encrypted);
  if (!envelope.ok) return envelope;
  if (trust.verified?.has(row) !== true && trust.evenUnverified !== true) {
    const item = listedEntry(vault, row.id);
    if (item === undefined) return fail({ code: 'unlisted' });
    const code = await verifyListedRow(ports.crypto, row, item);
    // Which category a row claims to be of says nothing about what is sealed in it.
    if (code !== undefined && code !== 'relabelled') return fail({ code });
  }
  const keys = keysFor(vault, envelope.value.keyId);
  if (keys === undefined) return fail({ code: 'unknown_key' });
  return openSecrets(ports.crypto, keys, { userId: vault.userId, entryId: row.id }, envelope.value);
}

/** Both halves of an entry, and the version that they are. */
export async function readEntry(
  ports: VaultPorts,
  vault: OpenVault,
  row: VaultRow,
  trust: Trust = {},
): Promise<Result<Entry & { readonly version: number }, ReadFailure>> {
  const secrets = await readSecrets(ports, vault, row, trust);
  if (!secrets.ok) return secrets;
  const envelope = parseEntryEnvelope(row.password_encrypted);
  if (!envelope.ok) return envelope;
  const keys = keysFor(vault, envelope.value.keyId);
  if (keys === undefined) return fail({ code: 'unknown_key' });
  const details = await openDetails(ports.crypto, keys, { userId: vault.userId, entryId: row.id }, envelope.value);
  return details.ok ? succeed({ details: details.value, secrets: secrets.value, version: envelope.value.version }) : details;
}

/** What `readSecrets` says of each row, in their order: one that fails leaves the others unharmed. */
export function readManySecrets(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly VaultRow[],
  trust: Trust = {},
): Promise<Result<EntrySecrets, ReadFailure>[]> {
  return inChunks(rows, (row) => readSecrets(ports, vault, row, trust));
}
