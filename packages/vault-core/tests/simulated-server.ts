import { createHash } from 'node:crypto';
import type { ChainPoint } from '../src/manifest/chain.ts';
import type { VaultChange } from '../src/manifest/change.ts';
import { parseSnapshot, type Snapshot } from '../src/manifest/snapshot.ts';
import { parseVaultRow, type VaultRow } from '../src/manifest/vault-row.ts';
import type { VaultCreation } from '../src/slots/create-vault.ts';
import type { Slot } from '../src/slots/slot.ts';

/** The answer of a database function, or the conflict that it raises. */
export type Answer = { readonly epoch: number } | { readonly conflict: 'PT409'; readonly epoch: number };

/** A row of a sealed collection. */
export type SimulatedRecord = {
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  readonly sealed: string;
  readonly deleted_at: string | null;
};

/** The digest of the head among some parts. */
function digestOf(parts: VaultChange['parts']): string {
  const head = parts.find(({ part }) => part === -1);
  return createHash('sha256')
    .update(head !== undefined && 'envelope' in head ? head.envelope : '')
    .digest('base64url');
}

/** `vault_entries`, `vault_slots` and `vault_manifest` with the functions that write them, in memory and atomic as they are. */
export class SimulatedServer {
  rows = new Map<string, VaultRow>();
  /** Rows of sealed collections, by collection and id. */
  records = new Map<string, SimulatedRecord>();
  slots = new Map<string, Slot>();
  parts = new Map<number, string>();
  vaultId: string | undefined;
  epoch = 0;
  lastChangeId: string | undefined;
  /** What was written, epoch by epoch, as the database keeps it. */
  history: { epoch: number; chain: string; digest: string; parents: ChainPoint[] | null }[] = [];

  /** A row as the plain REST interface writes it. */
  insert(row: Partial<VaultRow> & Pick<VaultRow, 'id' | 'password_encrypted'>): void {
    const blank = {
      title: '',
      username: '',
      url: '',
      notes: '',
      category: 'general',
      favorite: false,
      icon: null,
      created_at: '2024-05-06T07:08:09.000Z',
    };
    this.rows.set(row.id, { ...blank, ...row });
  }

  createVault(vault: VaultCreation): Answer {
    if (this.rows.size > 0 || this.slots.size > 0 || this.parts.size > 0) return { conflict: 'PT409', epoch: this.epoch };
    return this.found(vault);
  }

  upgradeVault(vault: VaultCreation): Answer {
    if (this.rows.size === 0 || this.slots.size > 0 || this.parts.size > 0) return { conflict: 'PT409', epoch: this.epoch };
    return this.found(vault);
  }

  private found(vault: VaultCreation): Answer {
    this.vaultId = vault.vault_id;
    this.epoch = 1;
    this.history = [{ epoch: 1, chain: vault.chain, digest: digestOf(vault.parts), parents: null }];
    for (const slot of vault.slots) this.slots.set(slot.id, slot);
    for (const { part, envelope } of vault.parts) this.parts.set(part, envelope);
    return { epoch: 1 };
  }

  writeVault(expectedEpoch: number, changeId: string, change: VaultChange): Answer {
    if (changeId === this.lastChangeId) return { epoch: this.epoch };
    if (expectedEpoch !== this.epoch) return { conflict: 'PT409', epoch: this.epoch };
    const { joined } = change;
    for (const part of change.parts) {
      if ('removed' in part) this.parts.delete(part.part);
      else this.parts.set(part.part, part.envelope);
    }
    for (const write of change.entries) {
      const before = this.rows.get(write.id);
      const icon = write.icon === undefined ? (before?.icon ?? null) : write.icon;
      this.insert({ ...write, icon, created_at: before?.created_at ?? '2024-05-06T07:08:09.000Z' });
    }
    for (const id of change.removed_entries) this.rows.delete(id);
    for (const { collection, id, version, sealed, deleted_at } of change.records) {
      const name = `${collection}/${id}`;
      this.records.set(name, { collection, id, version, sealed: sealed ?? this.records.get(name)?.sealed ?? '', deleted_at });
    }
    for (const slot of change.slots) this.slots.set(slot.id, slot);
    for (const id of change.removed_slots) this.slots.delete(id);
    this.lastChangeId = changeId;
    this.epoch = Math.max(this.epoch, joined?.epoch ?? 0) + 1;
    const parents = joined === undefined ? null : [...joined.parents];
    this.history.push({ epoch: this.epoch, chain: change.chain, digest: digestOf(change.parts), parents });
    return { epoch: this.epoch };
  }

  /** What `vault_snapshot(since)` answers, through the schema that the client reads it with. */
  snapshot(since = 0): Snapshot {
    const exists = this.vaultId !== undefined;
    const parts = [...this.parts].map(([part, envelope]) => ({ part, envelope }));
    const links = this.history.filter(({ epoch }) => epoch > since);
    const state = { vault_id: this.vaultId, epoch: this.epoch, slots: [...this.slots.values()], parts };
    const answer = { exists, ...state, locked_at: null, links, tip: this.history.at(-1) };
    const parsed = parseSnapshot(JSON.parse(JSON.stringify(answer)));
    if (!parsed.ok) throw new Error(parsed.failure.code);
    return parsed.value;
  }

  /** What a select on a sealed collection answers. */
  selectRecords(collection: string): SimulatedRecord[] {
    return [...this.records.values()].filter((row) => row.collection === collection);
  }

  /** What a select on `vault_entries` answers, through its schema. */
  select(): VaultRow[] {
    return [...this.rows.values()].map((row) => {
      const parsed = parseVaultRow(JSON.parse(JSON.stringify(row)));
      if (parsed === undefined) throw new Error('a row that does not parse');
      return parsed;
    });
  }

  copy(): SimulatedServer {
    const other = new SimulatedServer();
    other.rows = new Map(this.rows);
    other.records = new Map(this.records);
    other.slots = new Map(this.slots);
    other.parts = new Map(this.parts);
    other.history = [...this.history];
    Object.assign(other, { vaultId: this.vaultId, epoch: this.epoch, lastChangeId: this.lastChangeId });
    return other;
  }
}
