import { fail, succeed } from '@castellan/foundation/result';
import type { JobHandlers } from '../../../../web/app/lib/workers/worker-job.ts';
import { readVaultZip } from './read-vault-zip.ts';
import type { VaultZipJobs } from './vault-zip-jobs.ts';
import { writeVaultZip } from './write-vault-zip.ts';

/** The jobs of the Worker. */
export function createJobHandlers(): JobHandlers<VaultZipJobs> {
  return {
    read: async (bytes) => {
      const read = readVaultZip(bytes);
      return 'fault' in read ? fail({ code: read.fault }) : succeed(read.files);
    },
    write: async (files) => succeed(writeVaultZip(files)),
  };
}
