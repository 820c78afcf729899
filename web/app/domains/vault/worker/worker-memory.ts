import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { memoryFacts } from '@castellan/vault-core/memory-facts';
import type { HeldInMemory } from '../contract/vault-state.ts';
import type { WorkerState } from './worker-state.ts';

/** What of entries is readable in the Worker's memory now. */
export function heldNow(state: WorkerState, vault: OpenVault): HeldInMemory {
  return {
    listed: memoryFacts(vault).listedEntries,
    edits: state.bases.size,
    importing: state.importing?.writes.length ?? 0,
  };
}

/** Drops the plan of an import; a file that is still being read keeps nothing when it has been. */
export function forgetImport(state: WorkerState): void {
  state.importing = undefined;
  state.readings += 1;
}

/** Drops what an edit of an entry started from, in whatever version. */
export function forgetEdit(state: WorkerState, id: string): void {
  for (const name of [...state.bases.keys()]) if (name.startsWith(`${id} `)) state.bases.delete(name);
}
