import type { ArchiveCrypto, Argon2 } from '@castellan/vault-core/export/archive-crypto';
import { type ImportRequest, importFile } from '@castellan/vault-core/import/import-file';
import type { ImportFailure } from '@castellan/vault-core/import/import-model';
import { packImport } from '@castellan/vault-core/import/packed-import';

/** What a file held, packed, or why it cannot be read. */
export type ImportReading = { readonly packed: Uint8Array } | { readonly refused: ImportFailure['code'] };

/** Reads a file of another program. Nothing of the vault is here: what foreign bytes do to it, they do to nothing else. */
export async function readImportFile(
  request: ImportRequest,
  tools: { readonly crypto: ArchiveCrypto; readonly argon2: Argon2 },
): Promise<ImportReading> {
  const file = await importFile(request, tools);
  if (!file.ok) return { refused: file.failure.code };
  const packed = packImport(file.value);
  return packed === undefined ? { refused: 'file_too_large' } : { packed };
}
