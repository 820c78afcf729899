import { toBase64Url } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { digestOf } from '@castellan/vault-core/crypto/sealing';
import type { ChainPoint, HistoryLink } from '@castellan/vault-core/manifest/chain';
import type { EntryWrite, VaultChange } from '@castellan/vault-core/manifest/change';
import type { LogCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { VaultCreation } from '@castellan/vault-core/slots/create-vault';
import type { Slot } from '@castellan/vault-core/slots/slot';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import {
  type BreachRange,
  type LockCause,
  type RemovedRow,
  type RemovedText,
  rowsPerPage,
  type SealedRow,
  type SiteIconAnswer,
  type VaultBackend,
  type WrittenRecord,
} from '../ports/vault-backend.ts';
import type { VaultStorePorts } from '../session/store-core.ts';

/** The right code of the server's authenticator. */
export const rightCode = '123456';
export const ownerId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';

type WrittenHead = {
  readonly epoch: number;
  readonly chain: string;
  readonly head: string;
  readonly parents: readonly ChainPoint[] | undefined;
};

/** The history as the database hands it out. */
function linksOf(history: readonly WrittenHead[]): Promise<(HistoryLink & ChainPoint)[]> {
  return Promise.all(history.map(async ({ head, ...link }) => ({ ...link, digest: await digestOf(crypto.subtle, head) })));
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const unreachable = fail({ code: 'backend_unreachable' } as const);
const refusal = (reason: string, detail: string) => fail({ code: 'refused', reason, details: [detail] } as const);

/** The vault's tables and functions in memory, with the rules that the database has for them. */
export class MemoryServer {
  rows = new Map<string, Row>();
  /** Rows of other apps' sealed collections, by collection and id. */
  sealedRows = new Map<string, Map<string, SealedRow>>();
  slots = new Map<string, Slot>();
  parts = new Map<number, string>();
  shares = new Map<string, string>();
  vaultId: string | undefined;
  epoch = 0;
  /** What was written, as the database keeps it. */
  history: WrittenHead[] = [];
  log: LogCheckpoint[] = [{ sequence: 1, hash: '\\x01' }];
  isLogAway = false;
  factorId: string | undefined = 'factor';
  /** Whose vault the server says it is. */
  userId = ownerId;
  verifiedAt = 0;
  lockedAt = 0;
  /** Why it was locked, each time. */
  locks: LockCause[] = [];
  writes = 0;
  /** Answers that get lost on the way, though the write was done. */
  lostAnswers = 0;
  isAway = false;
  /** What answers wait for, as on a line that is neither dead nor alive. */
  hanging: Promise<void> | undefined;
  /** Whether a proof was given just now; without one, what takes much away is refused. */
  isProven = true;
  /** Rows that were removed or overwritten, the oldest first. */
  removed: RemovedRow[] = [];
  /** Texts of records that were overwritten or removed, the oldest first, by the day that it is. */
  removedRecords: (RemovedText & { readonly collection: string; readonly day: string })[] = [];
  today = '2026-11-21';
  /** Kept texts that come with one answer. */
  textsAtOnce = 100;
  /** Nothing was proven within the last five minutes. */
  isTokenOld = false;
  /** What the health feed seals to. */
  feedKey: string | null = null;
  /** Calls about it. */
  feedCalls: ('state' | 'publish')[] = [];
  /** What the icon service says of a host. */
  iconOf: (host: string) => Result<SiteIconAnswer, BackendFailure> = () => succeed({ outcome: 'off' });
  /** What the breach service says of a prefix. */
  rangeOf: (prefix: string) => Result<BreachRange, BackendFailure> = () => succeed({ outcome: 'off' });
  /** Runs once before the next write, as another device would. */
  beforeWrite: (() => Promise<unknown>) | undefined;
  /** Runs once after the next write, before its answer goes out. */
  beforeAnswer: (() => Promise<unknown>) | undefined;
  #time = 0;
  #lastChangeId: string | undefined;

  readonly backend: VaultBackend = {
    isSilent: () => this.isAway,
    authenticator: () => this.#answer(() => succeed(this.factorId)),
    verifyCode: (_factor, code) =>
      this.#answer(() => {
        if (code !== rightCode) return refusal('mfa_verification_failed', '');
        this.verifiedAt = ++this.#time;
        this.isTokenOld = false;
        return succeed(undefined);
      }),
    snapshot: async (seen) => {
      const shown = await this.#answer(() => succeed({ outline: this.#snapshot(), history: this.history }));
      if (!shown.ok) return shown;
      const links = await linksOf(shown.value.history);
      const { outline } = shown.value;
      const knows = links.some(({ digest, parents = [] }) =>
        [digest, ...parents.map((parent) => parent.digest)].includes(seen?.digest ?? ''),
      );
      if (outline.vaultId !== undefined && this.isTokenOld && !knows)
        return succeed({ ...outline, withheld: true, slots: [], shards: new Map() });
      const after = links.filter(({ epoch }) => seen !== undefined && epoch > seen.epoch);
      return succeed({ ...outline, whole: { ...outline.whole, links: after, tip: links.at(-1) ?? null } });
    },
    rowsAfter: (after = '') =>
      this.#answer(() => {
        const later = [...this.rows.values()].filter(({ id }) => id > after).sort((one, other) => (one.id < other.id ? -1 : 1));
        return succeed(later.slice(0, rowsPerPage));
      }),
    rowsOf: (ids) => this.#answer(() => succeed([...this.rows.values()].filter(({ id }) => ids.includes(id)))),
    sealedRowsAfter: (collection, after = '', limit) =>
      this.#answer(() => {
        const rows = [...(this.sealedRows.get(collection)?.values() ?? [])].filter(({ id }) => id > after);
        return succeed(rows.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit));
      }),
    create: (vault) =>
      this.#answer(() => (this.vaultId !== undefined || this.rows.size > 0 ? refusal('PT409', 'vault_exists') : this.#found(vault, 1))),
    upgrade: (vault) =>
      this.#answer(() => (this.vaultId !== undefined || this.rows.size === 0 ? refusal('PT409', 'vault_exists') : this.#found(vault, 1))),
    replace: (lost, vault) =>
      this.#answer(() => {
        if (lost !== this.vaultId) return refusal('PT409', 'vault_replaced');
        this.slots.clear();
        this.parts.clear();
        this.shares.clear();
        return this.#found(vault, this.epoch + 1);
      }),
    write: async (expectedEpoch, changeId, change) => {
      const before = this.beforeWrite;
      this.beforeWrite = undefined;
      await before?.();
      const answer = await this.#answer(() => this.#write(expectedEpoch, changeId, change));
      const after = answer.ok ? this.beforeAnswer : undefined;
      if (after !== undefined) this.beforeAnswer = undefined;
      await after?.();
      return answer;
    },
    proofIsFresh: () => this.#answer(() => succeed(this.isProven)),
    removedEntries: (before = Number.POSITIVE_INFINITY) =>
      this.#answer(() => succeed(this.removed.filter(({ id }) => id < before).reverse())),
    removedRecords: () => this.#answer(() => succeed(this.#removedDays())),
    removedTexts: (collection, day, before = Number.POSITIVE_INFINITY) =>
      this.#answer(() => {
        const kept = this.removedRecords.filter((text) => text.collection === collection && text.day === day && text.id < before);
        return succeed(kept.reverse().slice(0, this.textsAtOnce));
      }),
    sealedRowsOf: (collection, ids) =>
      this.#answer(() => succeed([...(this.sealedRows.get(collection)?.values() ?? [])].filter(({ id }) => ids.includes(id)))),
    removedKeys: () => this.#answer(() => succeed([])),
    restoreKeys: () => this.#answer(() => refusal('PT404', 'nothing_kept')),
    eraseRemoved: () =>
      this.#answer(() => {
        if (!this.isProven) return refusal('PT403', 'verification_too_old');
        this.removed = [];
        this.removedRecords = [];
        return succeed(1);
      }),
    deviceShare: (slotId) =>
      this.#answer(() => {
        if (this.verifiedAt <= this.lockedAt) return refusal('PT403', 'verification_before_lock');
        const share = this.shares.get(slotId);
        return share === undefined ? refusal('PT404', 'share_missing') : succeed(share);
      }),
    putDeviceShare: (slotId) =>
      this.#answer(() => {
        const share = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
        this.shares.set(slotId, share);
        return succeed(share);
      }),
    lock: (reason) =>
      this.#answer(() => {
        this.#lock(reason);
        return succeed(true);
      }),
    lockOnLeaving: () => this.#lock('leaving'),
    newestLog: () => this.#answer(() => (this.isLogAway ? unreachable : succeed(this.log.at(-1)))),
    logHashAt: (sequence) =>
      this.#answer(() => (this.isLogAway ? unreachable : succeed(this.log.find((row) => row.sequence === sequence)?.hash ?? null))),
    siteIcon: (host) => this.#answer(() => this.iconOf(host)),
    breachRange: (prefix) => this.#answer(() => this.rangeOf(prefix)),
  };

  readonly feed: Awaited<ReturnType<VaultStorePorts['feed']>> = {
    loadFeedState: () =>
      this.#answer(() => {
        this.feedCalls.push('state');
        const keys = [...(this.sealedRows.get('health_feed_keys')?.values() ?? [])];
        return succeed({ public_key: this.feedKey, waiting: 0, last_at: null, tokens: [], keys });
      }),
    publishFeedKey: (publicKey, expected) =>
      this.#answer(() => {
        this.feedCalls.push('publish');
        if (!this.isProven) return refusal('PT403', 'verification_too_old');
        if (this.feedKey !== expected) return succeed(false);
        this.feedKey = publicKey;
        return succeed(true);
      }),
  };

  /** A row as another program writes it by the plain interface. */
  put(row: Row): void {
    this.rows.set(row.id, { ...blankRow, ...this.rows.get(row.id), ...row });
  }

  /** The server's whole state, to be brought back later as a restored backup would. */
  remember(): () => void {
    const state = structuredClone(this.#state());
    return () => Object.assign(this, structuredClone(state));
  }

  #state() {
    const { rows, slots, parts, vaultId, epoch, history } = this;
    return { rows, slots, parts, vaultId, epoch, history };
  }

  async #answer<Value>(answer: () => Result<Value, BackendFailure>): Promise<Result<Value, BackendFailure>> {
    await this.hanging;
    return this.isAway ? unreachable : structuredClone(answer());
  }

  #lock(reason: LockCause): void {
    this.locks.push(reason);
    this.lockedAt = ++this.#time;
  }

  #snapshot() {
    const exists = this.vaultId !== undefined;
    const slots = [...this.slots.values()];
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    const outline = slots.map((slot) => {
      const parameters: Readonly<Record<string, unknown>> = slot.parameters;
      const { label, credentialId, prfSalt } = parameters;
      return { id: slot.id, kind: slot.kind, label: text(label), credentialId: text(credentialId), prfSalt: text(prfSalt) };
    });
    const whole = {
      exists,
      user_id: this.userId,
      vault_id: this.vaultId ?? null,
      epoch: exists ? this.epoch : null,
      entry_count: this.rows.size,
      slots,
      parts: [...this.parts].map(([part, envelope]) => ({ part, envelope })),
    };
    return {
      userId: this.userId,
      vaultId: this.vaultId,
      epoch: exists ? this.epoch : undefined,
      entryCount: this.rows.size,
      withheld: false,
      head: this.parts.get(-1),
      headKeyId: this.parts.get(-1)?.split('.')[1],
      slots: outline,
      shards: new Map([...this.parts].filter(([part]) => part >= 0)),
      whole,
    };
  }

  #found(vault: VaultCreation, epoch: number): Result<unknown, BackendFailure> {
    this.vaultId = vault.vault_id;
    this.epoch = epoch;
    for (const slot of vault.slots) this.slots.set(slot.id, slot);
    for (const { part, envelope } of vault.parts) this.parts.set(part, envelope);
    this.history = [{ epoch, chain: vault.chain, head: this.parts.get(-1) ?? '', parents: undefined }];
    return succeed({ epoch });
  }

  #write(expectedEpoch: number, changeId: string, change: VaultChange): Result<readonly WrittenRecord[], BackendFailure> {
    if (this.#lastChangeId === changeId && this.epoch === expectedEpoch + 1) return succeed(this.#written(change));
    if (expectedEpoch !== this.epoch) return refusal('PT409', String(this.epoch));
    const changed = change.records.find(
      ({ collection, id, expected_version }) => (this.sealedRows.get(collection)?.get(id)?.version ?? null) !== expected_version,
    );
    if (changed !== undefined) return refusal('PT409', `record_changed ${changed.collection} ${changed.id}`);
    if (!this.isProven && this.#takesMuch(change)) return refusal('PT403', 'verification_too_old');
    const { chain, joined } = change;
    this.epoch = Math.max(this.epoch, joined?.epoch ?? 0) + 1;
    this.writes += 1;
    this.#lastChangeId = changeId;
    for (const part of change.parts) {
      if ('removed' in part) this.parts.delete(part.part);
      else this.parts.set(part.part, part.envelope);
    }
    for (const write of change.entries) this.#writeRow(write);
    for (const id of change.removed_entries) {
      this.#keepRemoved(id, 'removed');
      this.rows.delete(id);
    }
    for (const { collection, id, version, sealed, deleted_at, brings_back } of change.records) {
      const rows = this.sealedRows.get(collection) ?? new Map<string, SealedRow>();
      if (sealed !== undefined) this.#keepText(collection, id, brings_back === true ? 'replaced' : 'overwritten');
      rows.set(id, { id, version, sealed: sealed ?? rows.get(id)?.sealed ?? '', deletedAt: deleted_at });
      this.sealedRows.set(collection, rows);
    }
    for (const id of change.removed_slots) this.slots.delete(id);
    for (const slot of change.slots) this.slots.set(slot.id, slot);
    this.history = [...this.history, { epoch: this.epoch, chain, head: this.parts.get(-1) ?? '', parents: joined?.parents }];
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      return unreachable;
    }
    return succeed(this.#written(change));
  }

  #written({ records }: VaultChange): readonly WrittenRecord[] {
    const date = '2026-11-21T12:00:00.000Z';
    return records.map(({ collection, id, version, created_at = date, deleted_at }) => ({
      ...{ collection, id, version, created_at, deleted_at },
      updated_at: date,
    }));
  }

  #takesMuch({ removed_slots, removed_entries, entries }: VaultChange): boolean {
    const ways = removed_slots.filter((id) => this.slots.get(id)?.kind !== 'device');
    const touched = [...removed_entries, ...entries.map(({ id }) => id)].filter((id) => this.rows.has(id));
    const taken = new Set([...this.removed.map(({ entryId }) => entryId), ...touched]);
    const held = new Set([...taken, ...this.rows.keys()]);
    return ways.length > 0 || taken.size > Math.max(2, Math.min(20, Math.floor(held.size / 2)));
  }

  #keepRemoved(id: string, how: RemovedRow['how']): void {
    const row = this.rows.get(id);
    if (row !== undefined) this.removed.push({ id: this.removed.length + 1, entryId: id, how, removedAt: '2026-11-21T12:00:00Z', row });
  }

  #removedDays() {
    const days = Map.groupBy([...this.removedRecords].reverse(), ({ collection, day }) => `${day} ${collection}`);
    const count = (texts: readonly RemovedText[]) => new Set(texts.map(({ recordId }) => recordId)).size;
    return [...days.values()].flatMap((texts) => {
      const removed = count(texts.filter(({ how }) => how === 'removed'));
      return texts.slice(0, 1).map(({ collection, day }) => ({ collection, day, records: count(texts), removed, texts: texts.length }));
    });
  }

  #keepText(collection: string, id: string, how: RemovedText['how']): void {
    const row = this.sealedRows.get(collection)?.get(id);
    if (row === undefined) return;
    const isKept = (text: (typeof this.removedRecords)[number]) =>
      text.collection === collection && text.recordId === id && text.day === this.today && text.how === how;
    if (how !== 'replaced' && this.removedRecords.some(isKept)) return;
    const removedAt = `${this.today}T12:00:00Z`;
    const last = this.removedRecords.at(-1)?.id ?? 0;
    const text = { id: last + 1, collection, recordId: id, how, day: this.today, removedAt, sealed: row.sealed };
    this.removedRecords.push({ ...text, createdAt: '2026-11-01T12:00:00Z' });
  }

  /** Deletes a record for good, out of the trash. */
  deleteRecord(collection: string, id: string): void {
    this.#keepText(collection, id, 'removed');
    this.sealedRows.get(collection)?.delete(id);
  }

  #writeRow({ icon, ...write }: EntryWrite): void {
    const blank = { title: '', username: '', url: '', notes: '' };
    if (this.rows.get(write.id)?.['password_encrypted'] !== write.password_encrypted) this.#keepRemoved(write.id, 'overwritten');
    this.put({ ...blank, ...write, ...(icon === undefined ? {} : { icon }) });
  }
}

const blankRow = {
  title: '',
  username: '',
  url: '',
  notes: '',
  category: 'general',
  favorite: false,
  icon: null,
  created_at: '2024-05-06T07:08:09.000Z',
};
