import { fail, succeed } from '@castellan/foundation/result';
import type { JobHandlers } from '../../../../web/app/lib/workers/worker-job.ts';
import { readVaultZip, takeFile } from './read-vault-zip.ts';
import type { VaultZipJobs } from './vault-zip-jobs.ts';
import { createVaultZipWriter } from './write-vault-zip.ts';

/** The jobs of the Worker. */
export function createJobHandlers(): JobHandlers<VaultZipJobs> {
  let writer = createVaultZipWriter();
  return {
    list: async (archive, { progress }) => {
      const read = await readVaultZip(archive, (done) => progress(done, archive.size));
      return 'fault' in read ? fail({ code: read.fault }) : succeed(read.files);
    },
    take: async ({ archive, path }) => {
      const content = await takeFile(archive, path);
      return content === undefined ? fail({ code: 'damaged' }) : succeed(content);
    },
    add: async (file) => ((await writer.add(file)) ? succeed(undefined) : fail({ code: 'too_large' })),
    finish: async () => {
      const whole = writer.finish();
      writer = createVaultZipWriter();
      return whole === undefined ? fail({ code: 'too_large' }) : succeed(whole);
    },
  };
}
