import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { openDetails, parseEntryEnvelope } from '@castellan/vault-core/entries/entry-envelope';
import { type ReadFailure, readEntry } from '@castellan/vault-core/entries/read-entry';
import { keysFor, type OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import type { VaultPorts } from '@castellan/vault-core/ports';

/** What rows call themselves that the manifest no longer lists. */
export function nameRemoved(ports: VaultPorts, vault: OpenVault, rows: readonly unknown[]) {
  return Promise.all(rows.map((row) => nameOf(ports, vault, row)));
}

async function nameOf(ports: VaultPorts, vault: OpenVault, value: unknown) {
  const row = parseVaultRow(value);
  const envelope = row && parseEntryEnvelope(row.password_encrypted);
  const keys = envelope?.ok === true ? keysFor(vault, envelope.value.keyId) : undefined;
  if (row === undefined || envelope?.ok !== true || keys === undefined) return undefined;
  const details = await openDetails(ports.crypto, keys, { userId: vault.userId, entryId: row.id }, envelope.value);
  return details.ok ? { title: details.value.title, username: details.value.username } : undefined;
}

/** The whole of such a row, out of the trash. It was sealed for its own id under the vault's key, or it is not opened. */
export async function readRemoved(
  ports: VaultPorts,
  vault: OpenVault,
  value: unknown,
): Promise<Result<Entry, { readonly code: ReadFailure['code'] }>> {
  const row = parseVaultRow(value);
  if (row === undefined) return fail({ code: 'malformed' });
  const read = await readEntry(ports, vault, row, { evenUnverified: true });
  if (!read.ok) return fail({ code: read.failure.code });
  const { details, secrets } = read.value;
  return succeed({ details: { ...details, trashedAt: null }, secrets });
}
