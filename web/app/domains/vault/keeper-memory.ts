import { memoryFacts } from '@castellan/vault-core/memory-facts';
import type { OpenVault } from '@castellan/vault-core/open-vault';
import type { KeeperState } from './keeper-state.ts';
import type { HeldInMemory } from './vault-state.ts';

/** What of entries is readable in the Worker's memory now. */
export function heldNow(state: KeeperState, vault: OpenVault): HeldInMemory {
  return {
    listed: memoryFacts(vault).listedEntries,
    edits: state.bases.size,
    importing: state.importing?.writes.length ?? 0,
  };
}

/** Drops the plan of an import; a file that is still being read keeps nothing when it has been. */
export function forgetImport(state: KeeperState): void {
  state.importing = undefined;
  state.readings += 1;
}

/** Drops what an edit of an entry started from, in whatever version. */
export function forgetEdit(state: KeeperState, id: string): void {
  for (const name of [...state.bases.keys()]) if (name.startsWith(`${id} `)) state.bases.delete(name);
}
