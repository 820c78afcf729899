import { fail, succeed } from '@castellan/foundation/result';
import {
  digestOfParts,
  drawFileKey,
  type FilePlace,
  importFileKey,
  openFilePart,
  sealFilePart,
} from '@castellan/vault-core/files/sealed-file';
import type { PlatformKey, VaultPorts } from '@castellan/vault-core/ports';
import type { JobHandlers } from '../../../lib/workers/worker-job.ts';
import { createSha256, type Sha256 } from '../../passport/sha256.ts';
import type { FileJobs } from './file-jobs.ts';

type UnderWay = { readonly key: PlatformKey; readonly place: FilePlace; readonly plain: Sha256; readonly digests: Uint8Array[] };

/** The jobs of the Worker: one file at a time. */
export function createFileJobHandlers(ports: Pick<VaultPorts, 'crypto' | 'randomBytes'>): JobHandlers<FileJobs> {
  let file: UnderWay | undefined;
  const begin = async (place: FilePlace, spelled: string): Promise<boolean> => {
    const key = await importFileKey(ports, spelled);
    file = key && { key, place, plain: createSha256(), digests: [] };
    return file !== undefined;
  };
  const note = async ({ digests }: UnderWay, sealed: Uint8Array<ArrayBuffer>) => {
    digests.push(new Uint8Array(await ports.crypto.digest('SHA-256', sealed)));
  };
  return {
    beginSealing: async ({ bytes }) => {
      const drawn = drawFileKey(ports);
      await begin({ id: drawn.id, bytes }, drawn.key);
      return succeed(drawn);
    },
    sealPart: async ({ index, content }) => {
      if (file === undefined || index !== file.digests.length) return fail({ code: 'not_begun' });
      const sealed = await sealFilePart(ports, file.key, file.place, index, content);
      file.plain.update(content);
      await note(file, sealed);
      return succeed(sealed);
    },
    beginOpening: async ({ id, key, bytes }) => ((await begin({ id, bytes }, key)) ? succeed(undefined) : fail({ code: 'key_malformed' })),
    openPart: async ({ index, content }) => {
      if (file === undefined || index !== file.digests.length) return fail({ code: 'not_begun' });
      const opened = await openFilePart(ports, file.key, file.place, index, content);
      if (!opened.ok) return opened;
      file.plain.update(opened.value);
      await note(file, content);
      return opened;
    },
    end: async () => {
      if (file === undefined) return fail({ code: 'not_begun' });
      const { plain, digests } = file;
      file = undefined;
      return succeed({ sha256: plain.digest(), sealed: await digestOfParts(ports, digests) });
    },
  };
}
