import { fail, succeed } from '@castellan/foundation/result';
import type { JobEntry } from '../contract/job-entry.ts';
import type { BackupJobs } from '../contract/vault-backup.ts';

const outOfReach = fail({ code: 'tool_out_of_reach' });
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
  dropBackup: {
    queue: false,
    needsOpen: false,
    run: async ({ state }) => {
      state.makingBackup = undefined;
      return succeed(undefined);
    },
  },
  outlineBackup: { queue: false, needsOpen: false, run: async (_, wanted) => (await load())?.outlineBackup(wanted) ?? outOfReach },
  openBackup: { queue: false, needsOpen: false, run: async (work, wanted) => (await load())?.openBackupHeader(work, wanted) ?? outOfReach },
  makeDecryptor: { queue: false, needsOpen: false, run: async (work) => (await load())?.makeDecryptor(work) ?? outOfReach },
  readBackup: { queue: false, needsOpen: false, run: async (work, piece) => (await load())?.readBackup(work, piece) ?? noBackup },
};
