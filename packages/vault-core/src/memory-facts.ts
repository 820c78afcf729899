import { type OpenVault, tierOf } from './manifest/open-vault.ts';
import type { PlatformKey } from './ports.ts';

/** One key that is in memory now. */
export type KeyInMemory = {
  /** What it opens, in the vault's own words: `entry-details`, `entry-secrets`, … */
  readonly name: string;
  readonly keyId: string;
  /** Whether the platform would ever show its bytes; `false` always, and asked of the key itself. */
  readonly extractable: boolean;
};

/** What is in memory while a vault is open: which keys, since when, opened by what. Never the master, never raw key bytes. */
export type MemoryFacts = {
  readonly tier: 'details' | 'secrets';
  readonly openedBy: OpenVault['openedBy'];
  readonly sinceMs: number;
  readonly keys: readonly KeyInMemory[];
  /** Entries whose titles, names and addresses are readable in memory. */
  readonly listedEntries: number;
};

/** What is in memory for this open vault. */
export function memoryFacts(vault: OpenVault): MemoryFacts {
  const keys: KeyInMemory[] = [];
  for (const set of [vault.keys, ...vault.retired.values()]) {
    const add = (name: string, key: PlatformKey) => keys.push({ name, keyId: set.keyId, extractable: key.extractable });
    add('entry-details', set.details.entry);
    add('entry-icon', set.details.icon);
    add('manifest', set.details.manifest);
    add('retired-details', set.details.retired);
    if (set.secrets === undefined) continue;
    add('entry-secrets', set.secrets.entry);
    add('migration', set.secrets.migration);
    add('retired', set.secrets.retired);
    add('collections', set.secrets.root);
  }
  let listed = 0;
  for (const shard of vault.shards.values()) listed += shard.items.size;
  return { tier: tierOf(vault), openedBy: vault.openedBy, sinceMs: vault.openedAtMs, keys, listedEntries: listed };
}
