import type { Result } from '@castellan/foundation/result';
import type { VaultPorts } from '../ports.ts';
import { type Commit, type CommitFailure, commitDraft } from './change.ts';
import { headPart } from './manifest-head.ts';
import type { OpenVault } from './open-vault.ts';

/** Writes the head that goes on from the state that was chosen, and names both. */
export function joinStates(ports: VaultPorts, vault: OpenVault): Promise<Result<Commit, CommitFailure>> {
  if (vault.head === undefined || vault.head !== vault.lastHead) return commitDraft(ports, vault, {});
  // The device's shards are not what lies at the server: all are sealed again, and what it does not list goes.
  const kept = new Set([...vault.shards.keys(), ...vault.records.keys()]);
  const listed = new Set(Object.keys(vault.head.shards).map(Number));
  const replaceShards = [...vault.parts].filter((part) => part !== headPart && !listed.has(part));
  return commitDraft(ports, vault, { reseal: [...kept], replaceShards });
}
