import type { FailureCodes, WorkerJob } from '../../../../web/app/lib/workers/worker-job.ts';

/** One file of a vault: a note's text, the size and digest (SHA-256, hexadecimal) of any other, or why it is not taken. */
export type FoundFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: number; readonly sha256: string }
  | { readonly path: string; readonly fault: string };

/** A file to be written. `modifiedMs` is the moment of its last change. */
export type WrittenFile = { readonly path: string; readonly content: string | Blob; readonly modifiedMs: number };

/** What the Worker for vaults of Obsidian can be asked for. */
export type VaultZipJobs = {
  /** Lists what an archive holds; keeps notes alone. Progress is that of the archive's bytes. */
  readonly list: WorkerJob<Blob, readonly FoundFile[], { readonly code: 'damaged' | 'too_large' }>;
  /** One file of an archive, by its listed path. */
  readonly take: WorkerJob<{ readonly archive: Blob; readonly path: string }, Blob, { readonly code: 'damaged' }>;
  /** Adds a file to the archive that is being written. */
  readonly add: WorkerJob<WrittenFile, undefined, { readonly code: 'too_large' }>;
  /** The archive with everything that was added; the next one begins after it. */
  readonly finish: WorkerJob<undefined, Blob, { readonly code: 'too_large' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const vaultZipFailureCodes: FailureCodes<VaultZipJobs> = {
  list: { damaged: true, too_large: true },
  take: { damaged: true },
  add: { too_large: true },
  finish: { too_large: true },
};
