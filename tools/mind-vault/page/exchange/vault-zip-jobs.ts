import type { FailureCodes, WorkerJob } from '../../../../web/app/lib/workers/worker-job.ts';

/** One file of a vault: a note's text, the bytes of any other, or why it is not read. */
export type FoundFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: Uint8Array }
  | { readonly path: string; readonly fault: string };

/** A file to be written. `modifiedMs` is the moment of its last change. */
export type WrittenFile = { readonly path: string; readonly content: string | Uint8Array; readonly modifiedMs: number };

/** What the Worker for vaults of Obsidian can be asked for. */
export type VaultZipJobs = {
  readonly read: WorkerJob<Uint8Array, readonly FoundFile[], { readonly code: 'damaged' | 'too_large' }>;
  readonly write: WorkerJob<readonly WrittenFile[], Uint8Array, { readonly code: 'never' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const vaultZipFailureCodes: FailureCodes<VaultZipJobs> = { read: { damaged: true, too_large: true }, write: { never: true } };
