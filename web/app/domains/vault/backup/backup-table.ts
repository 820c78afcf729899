import { fail } from '@castellan/foundation/result';
import type { JobEntry } from '../contract/job-entry.ts';
import type { BackupJobs } from '../contract/vault-backup.ts';

const outOfReach = fail({ code: 'tool_out_of_reach' });
const free = { queue: false, needsOpen: false } as const;
const noBackup = fail({ code: 'no_backup' });

// The library of age is fetched with the first backup that is made or opened.
const load = () => import('./backup-jobs.ts').catch(() => undefined);

/** The jobs of complete backups. One file is made and one is read at a time; whoever asks hands over its pieces in their order. */
export const backupTable: { readonly [Name in keyof BackupJobs]: JobEntry<Name> } = {
  beginBackup: {
    queue: true,
    needsOpen: true,
    run: async (work, vault, wanted, context) => (await load())?.beginBackup(work, vault, wanted, context) ?? outOfReach,
  },
  sealBackup: { queue: false, needsOpen: true, run: async (work, _, piece) => (await load())?.sealBackup(work, piece) ?? noBackup },
  checkBackup: { queue: false, needsOpen: true, run: async (work, _, asked) => (await load())?.checkBackup(work, asked) ?? noBackup },
  outlineBackup: { ...free, run: async (_, wanted) => (await load())?.outlineBackup(wanted) ?? outOfReach },
  openBackup: { ...free, run: async (work, wanted) => (await load())?.openBackupHeader(work, wanted) ?? outOfReach },
  makeDecryptor: { ...free, run: async (work) => (await load())?.makeDecryptor(work) ?? outOfReach },
  readBackup: { ...free, run: async (work, piece) => (await load())?.readBackup(work, piece) ?? noBackup },
};
