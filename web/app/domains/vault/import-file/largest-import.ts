import { importLimits } from '@castellan/vault-core/import/import-model';

/** Larger files are refused before any of them is in memory, in bytes. */
export const largestImportBytes = importLimits.fileBytes;
