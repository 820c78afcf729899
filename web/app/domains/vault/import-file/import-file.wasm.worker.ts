import type { ImportRequest } from '@castellan/vault-core/import/import-file';
import { serveFileReader } from '../../exchange/reading/serve-file-reader.ts';
import { platformArchive } from '../ports/platform-archive.ts';
import { type ImportReading, readImportFile } from './read-import-file.ts';

// Argon2 with any number of lanes, which sealed files of other programs need, is WebAssembly.
serveFileReader<ImportRequest, ImportReading>((request) =>
  readImportFile(request, {
    crypto: platformArchive,
    argon2: async (wanted) => (await import('@castellan/vault-core/export/hash-wasm-argon2')).hashWasmArgon2(wanted),
  }),
);
