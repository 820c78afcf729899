import type { FilePartFailure } from '@castellan/vault-core/files/sealed-file';
import type { FailureCodes, WorkerJob } from '../../../lib/workers/worker-job.ts';
import type { StoredFile } from './stored-file.ts';

/** A part by its place in the file. */
type Part = { readonly index: number; readonly content: Uint8Array<ArrayBuffer> };

/** What is known of a file at its end. `sha256`: of its bytes, in hexadecimal digits; `sealed`: the digest of its sealed parts. */
export type FileDigests = { readonly sha256: string; readonly sealed: string };

type NotBegun = { readonly code: 'not_begun' };

/** What the Worker for one file can be asked for. Parts come in their order: it keeps digests and no part. */
export type FileJobs = {
  /** Draws a name and a key for a file of so many bytes. */
  readonly beginSealing: WorkerJob<{ readonly bytes: number }, Pick<StoredFile, 'id' | 'key'>, { readonly code: 'never' }>;
  readonly sealPart: WorkerJob<Part, Uint8Array<ArrayBuffer>, NotBegun>;
  /** Takes name, key and length from the file's record. */
  readonly beginOpening: WorkerJob<
    Pick<StoredFile, 'id' | 'key'> & { readonly bytes: number },
    undefined,
    { readonly code: 'key_malformed' }
  >;
  readonly openPart: WorkerJob<Part, Uint8Array<ArrayBuffer>, FilePartFailure | NotBegun>;
  readonly end: WorkerJob<undefined, FileDigests, NotBegun>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const fileFailureCodes: FailureCodes<FileJobs> = {
  beginSealing: { never: true },
  sealPart: { not_begun: true },
  beginOpening: { key_malformed: true },
  openPart: { part_cut: true, part_altered: true, not_begun: true },
  end: { not_begun: true },
};
