import { splitBackup } from '@castellan/vault-core/backup/split-backup';

/** The header of a backup's file and what lies behind it, of which no more is read than is asked for. */
export const partsOfBackup = splitBackup;
