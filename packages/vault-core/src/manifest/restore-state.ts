import type { Result } from '@castellan/foundation/result';
import type { Finding } from '../finding.ts';
import type { VaultPorts } from '../ports.ts';
import { compareSlots, listSlots, slotFindings } from '../slots/slot-changes.ts';
import { type Commit, type CommitFailure, commitDraft } from './change.ts';
import { headPart } from './manifest-head.ts';
import { listEntries, type OpenVault } from './open-vault.ts';
import { readShards } from './read-manifest.ts';
import type { PartCopy } from './rebuild-manifest.ts';

/**
 * The vault as this device remembers it, over the rows and ways in that the server shows now, or `undefined` where this device has
 * no head that opens, or the server has none to go on from besides. Rows that are older than what it lists are named then, and so are those that are gone.
 */
export async function takeDeviceState(ports: VaultPorts, vault: OpenVault, copies: readonly PartCopy[]): Promise<OpenVault | undefined> {
  const head = vault.lastHead;
  if (head === undefined || vault.head === undefined) return undefined;
  const parts = new Map(copies.map(({ part, envelope }) => [part, envelope]));
  const { shards, records, findings } = await readShards(ports.crypto, vault, { vaultId: vault.vaultId, parts }, head);
  const broken: Finding[] = findings.filter(({ code }) => code !== 'shard_unlisted');
  return {
    ...vault,
    ...{ head, shards, records },
    findings: [
      ...vault.findings.filter((finding) => !('part' in finding || 'slotId' in finding)),
      ...slotFindings(compareSlots(head.slots, await listSlots(ports.crypto, vault.slots))),
      ...broken,
    ],
  };
}

/** Writes the head that goes on from the state that was chosen, and names both. */
export function joinStates(ports: VaultPorts, vault: OpenVault): Promise<Result<Commit, CommitFailure>> {
  if (vault.head === undefined || vault.head !== vault.lastHead) return commitDraft(ports, vault, {});
  // The device's shards are not what lies at the server: all are sealed again, and what it does not list goes.
  const kept = new Set([...vault.shards.keys(), ...vault.records.keys()]);
  const listed = new Set(Object.keys(vault.head.shards).map(Number));
  const replaceShards = [...vault.parts].filter((part) => part !== headPart && !listed.has(part));
  return commitDraft(ports, vault, { reseal: [...kept], replaceShards });
}

/** How many entries differ between two states of a vault. */
export type StateDifference = { readonly added: number; readonly changed: number; readonly removed: number };

/** What the presented state has more, other and less than the device's. */
export function compareStates(device: OpenVault, presented: OpenVault): StateDifference {
  const before = new Map(listEntries(device).map(({ id, digest }) => [id, digest]));
  let [added, changed] = [0, 0];
  for (const { id, digest } of listEntries(presented)) {
    const known = before.get(id);
    if (known === undefined) added += 1;
    else if (known !== digest) changed += 1;
    before.delete(id);
  }
  return { added, changed, removed: before.size };
}
