import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { type ReadFailure, readEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import type { VaultPorts } from '@castellan/vault-core/ports';

/** The whole of a row that the manifest no longer lists, out of the trash. It was sealed for its own id under the vault's key, or it is not opened. */
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
