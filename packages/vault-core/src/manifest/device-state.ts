import type { Finding } from '../finding.ts';
import type { VaultPorts } from '../ports.ts';
import { recordPartOf } from '../records/record-shard.ts';
import { compareSlots, listSlots, slotFindings } from '../slots/slot-changes.ts';
import { shardOf } from './manifest-shard.ts';
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

/** How many things one state of a vault has more, other and less than another. */
export type CountedDifference = { readonly added: number; readonly changed: number; readonly removed: number };

/**
 * How two states of a vault differ: the entries, and the records of each collection of another app. `isWhole`: everything that both
 * list was compared; otherwise parts of a list did not open, and what they list is left out.
 */
export type StateDifference = CountedDifference & {
  readonly records: Readonly<Record<string, CountedDifference>>;
  readonly isWhole: boolean;
};

/** Something that a state lists: under what it is counted, and which text it has. */
type Listed = { readonly kind: string; readonly digest: string };

/** Under which kind entries are counted; no collection has such a name. */
const entries = '';

/** What the presented state has more, other and less than the device's. What was removed is in neither. */
export function compareStates(device: OpenVault, presented: OpenVault): StateDifference {
  const unknown = new Set([...unopenedParts(device), ...unopenedParts(presented)]);
  const [before, after] = [listedOf(device, unknown), listedOf(presented, unknown)];
  const counts = new Map<string, { added: number; changed: number; removed: number }>();
  const count = (kind: string, what: keyof CountedDifference) => {
    const present = counts.get(kind) ?? { added: 0, changed: 0, removed: 0 };
    present[what] += 1;
    counts.set(kind, present);
  };
  for (const [name, { kind, digest }] of after) {
    const known = before.get(name);
    if (known === undefined) count(kind, 'added');
    else if (known.digest !== digest) count(kind, 'changed');
  }
  for (const [name, { kind }] of before) if (!after.has(name)) count(kind, 'removed');
  const { [entries]: ofEntries = { added: 0, changed: 0, removed: 0 }, ...records } = Object.fromEntries(counts);
  return { ...ofEntries, records, isWhole: unknown.size === 0 };
}

/** Parts that a state's head lists and that did not open. */
function unopenedParts({ head, shards, records }: OpenVault): readonly number[] {
  const parts = Object.keys(head?.shards ?? {}).map(Number);
  return parts.filter((part) => !shards.has(part) && !records.has(part));
}

function listedOf(vault: OpenVault, unknown: ReadonlySet<number>): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  for (const { id, digest } of listEntries(vault)) {
    if (!unknown.has(shardOf(id))) listed.set(id, { kind: entries, digest });
  }
  for (const shard of vault.records.values()) {
    for (const [name, { collection, id, digest, deleted }] of shard.items) {
      if (deleted !== true && !unknown.has(recordPartOf(id))) listed.set(name, { kind: collection, digest });
    }
  }
  return listed;
}
