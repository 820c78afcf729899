import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { DeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { SlotChange } from '@castellan/vault-core/slots/slot-changes';
import type { Timer } from '../../../lib/clock.ts';
import type { StoredValue } from '../../../lib/stored-values.ts';
import type { loadFeedState, publishFeedKey } from '../../health-feed/feed-client.ts';
import type { CopyMemory } from '../away/copy-memory.ts';
import type { Captured, DraftKey, FormDraft, OpenedDraft, PendingEntry } from '../contract/vault-drafts.ts';
import type { Rotation } from '../contract/vault-security.ts';
import type { VaultFinding, VaultItem, VaultState, VaultTier } from '../contract/vault-state.ts';
import type { ReadForeignFile } from '../contract/vault-tools.ts';
import type { VaultClient } from '../contract/vault-work.ts';
import type { OpenReport, RowsReport, StateOverride } from '../contract/work-shapes.ts';
import type { ClipboardGuard } from '../ports/clipboard-guard.ts';
import type { DeviceMemory } from '../ports/device-memory.ts';
import type { DraftMemory } from '../ports/draft-memory.ts';
import { IconMemory } from '../ports/icon-memory.ts';
import type { LegacyProduct } from '../ports/legacy-product.ts';
import type { PasskeyClient } from '../ports/passkey-client.ts';
import type { PasskeyFactors } from '../ports/passkey-factors.ts';
import type { SnapshotOutline, VaultBackend } from '../ports/vault-backend.ts';
import type { VaultLog } from '../ports/vault-log.ts';
import type { VaultTabs } from '../ports/vault-tabs.ts';

/** Everything outside the store, handed in. */
export type VaultStorePorts = {
  readonly backend: VaultBackend;
  readonly memory: DeviceMemory;
  readonly drafts: DraftMemory;
  readonly copy: CopyMemory;
  /** Starts a Worker that knows nothing yet. */
  readonly openClient: () => VaultClient;
  readonly readForeignFile: ReadForeignFile;
  readonly timer: Timer;
  readonly newId: () => string;
  readonly makeDeviceKey: () => Promise<CryptoKey>;
  /** What this device is called in the list of ways to open. */
  readonly deviceLabel: () => string;
  readonly log: VaultLog;
  readonly tabs: VaultTabs;
  readonly clipboard: ClipboardGuard;
  readonly passkeys: PasskeyClient;
  /** What makes a passkey sign in besides. */
  readonly passkeyFactors: PasskeyFactors;
  readonly legacyProduct: LegacyProduct;
  /** The slots of recovery keys that were made here and that nobody has said to have kept. */
  readonly unkeptKeys: Pick<StoredValue<readonly string[]>, 'read' | 'write' | 'clear'>;
  /** What the health feed's key is looked at and published by; fetched after an unlock. */
  readonly feed: () => Promise<{ readonly loadFeedState: typeof loadFeedState; readonly publishFeedKey: typeof publishFeedKey }>;
  /** Whether the owner wants icons of sites on this device. */
  readonly wantsIcons: () => boolean;
};

/** What is known of the vault while it is closed too. */
export type KnownVault = {
  readonly kind: 'none' | 'older' | 'present';
  readonly outline: SnapshotOutline;
  readonly pin: VaultPin | undefined;
  /** What this device sent since, whose answer it did not see. */
  readonly sent: readonly VaultPin[];
  readonly factorId: string | undefined;
  /** The slot for which this device has its half of the key. */
  readonly deviceSlotId: string | undefined;
  /** The server does not answer: this is what the device keeps. */
  readonly copy?: DeviceCopy;
};

/** Which state the server showed: an answer of the owner holds for that one, to the bytes of its head. */
type ShownState = Pick<SnapshotOutline, 'userId' | 'vaultId' | 'epoch' | 'head'>;

/** What is held while it is open. */
export type OpenedVault = {
  tier: VaultTier;
  openedAtMs: number;
  keys: readonly string[];
  epoch: number;
  /** This device remembered nothing of it. */
  firstTime: boolean;
  vaultId: string | undefined;
  listed: Map<string, VaultItem>;
  /** What `listed` looks like to the page, made again when it changes. */
  items: readonly VaultItem[];
  vaultFindings: readonly VaultFinding[];
  /** Findings that are about no row: the log's, and the health feed's. */
  otherFindings: readonly VaultFinding[];
  rows: RowsReport | undefined;
  rowsFinished: boolean;
  /** The manifest says which records of other apps there are. */
  recordsListed: boolean;
  /** Ways in that were changed on other devices since this one last looked, by slot. */
  changedWays: ReadonlyMap<string, SlotChange>;
  /** The vault was given another key, and entries may still be under the former; `null` where that is over. */
  rotation: Rotation | null;
};

const nothingRead: RowsReport = { verified: 0, total: 0, findings: [], unlisted: [] };

/** The state that the vault's actions share. Emptied by a lock; what was under way then finds that its run is over. */
export class VaultCore {
  readonly ports: VaultStorePorts;
  known: KnownVault | undefined;
  opened: OpenedVault | undefined;
  offline = false;
  /** What follows once the server answers, where the vault was opened from this device's copy, which is of that moment. */
  away: { readonly copyAtMs: number; readonly onContact: () => Promise<void> } | undefined;
  /** Saved while there was no key for it. */
  pending: readonly PendingEntry[] = [];
  /** What drafts are sealed to on this device; `undefined` before it first opened this vault. Outlives a lock. */
  draftKey: DraftKey | undefined;
  /** Left half-typed by a lock. */
  halfTyped: readonly OpenedDraft[] = [];
  /** Notes that were captured on this device while the vault was locked, opened. */
  captures: readonly Captured[] = [];
  /** Drafts of this device that no key of the vault opens any more. */
  unreadableDrafts = 0;
  /** What the legacy product left in this browser was removed since the opening. */
  legacyRemoved = false;
  /** The forms that are open, each saying what is typed in it; `undefined` while nothing is. */
  readonly forms = new Set<() => FormDraft | undefined>();
  /** The state that the owner accepted though it is not what this device knows; holds until the next opening, and for no other. */
  accepted: (ShownState & { readonly word: StateOverride }) | undefined;
  /** The older state that is unlocked only to see how it differs; the next alarm ends it. */
  comparing: ShownState | undefined;
  locksAtMs: number | undefined;
  /** The server knows of the last lock, for long enough that a code shown now counts as newer. */
  lockSettled: Promise<unknown> = Promise.resolve();
  /** Settled once nothing that was sent is on its way any more, from before a lock either. */
  sending: Promise<unknown> = Promise.resolve();
  /** A look at what was changed elsewhere that waits for its turn, and the epoch that was told of. */
  catchingUp: { epoch: number; done: Promise<void> } | undefined;
  readonly icons = new IconMemory();
  /** Counts readings of all rows, so that a later one ends an earlier. */
  rowsReading = 0;
  /** The owner asked a running rotation to pause. */
  rotationStopped = false;
  /** Asks the owner for a proof; set by the screen while it is there. Answers whether one was given. */
  askProof: (() => Promise<boolean>) | undefined;
  /** Goes on with a rotation that was broken off; set by the store, because a rotation ends with what follows an opening. */
  resumeRotation: () => Promise<void> = () => Promise.resolve();
  /** Told before anything is emptied, so that nothing is drawn of it any more; set by the store. */
  onEmptying: () => void = () => undefined;
  /** Told where the keys that are open are no longer the vault's. */
  onSuperseded: () => void = () => undefined;
  #client: VaultClient | undefined;
  #reading: AbortController | undefined;
  #state: VaultState = { stage: 'loading' };
  #run = 0;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();

  constructor(ports: VaultStorePorts) {
    this.ports = ports;
  }

  read = (): VaultState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(state: VaultState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Identifies what is under way: a lock makes it over. */
  get run(): number {
    return this.#run;
  }

  isOver(run: number): boolean {
    return run !== this.#run;
  }

  /** The Worker, started when first needed. */
  get client(): VaultClient {
    this.#client ??= this.ports.openClient();
    return this.#client;
  }

  /** Does one thing after the other: whatever reads or writes the vault's state at the server waits for its turn. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#turn.then(work, work);
    this.#turn = next.catch(() => undefined);
    return next;
  }

  /** The signal that ends the reading of a file: a lock fires it, the next file, and who asked for this one. */
  beginReading(stop: AbortSignal | undefined): AbortSignal {
    this.endReading();
    this.#reading = new AbortController();
    return AbortSignal.any([this.#reading.signal, ...(stop === undefined ? [] : [stop])]);
  }

  /** Ends the reading of a file, and what was read of it. */
  endReading(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  /** Ends the Worker and forgets everything that was open. */
  empty(): void {
    this.onEmptying();
    this.#run += 1;
    this.endReading();
    this.#keepCount();
    this.#client?.end();
    this.#client = undefined;
    this.#turn = Promise.resolve();
    this.catchingUp = undefined;
    this.opened = undefined;
    this.icons.forgetAll();
    this.pending = [];
    this.halfTyped = [];
    this.captures = [];
    this.unreadableDrafts = 0;
    this.legacyRemoved = false;
    this.accepted = undefined;
    this.comparing = undefined;
    this.offline = false;
    this.away = undefined;
    this.locksAtMs = undefined;
  }

  /** How many entries there are is said while it is locked too. */
  #keepCount(): void {
    const { known, opened } = this;
    if (known === undefined || opened === undefined || opened.tier === 'none') return;
    this.known = { ...known, outline: { ...known.outline, entryCount: opened.items.length } };
  }

  /** Takes what the Worker opened. */
  take(report: OpenReport): void {
    this.opened = {
      tier: report.tier,
      openedAtMs: report.openedAtMs,
      keys: report.keys,
      epoch: report.epoch,
      firstTime: this.opened === undefined ? report.firstTime : this.opened.firstTime || report.firstTime,
      vaultId: report.vaultId,
      listed: new Map(report.items.map((item) => [item.id, item])),
      items: [],
      vaultFindings: report.findings,
      otherFindings: this.opened?.otherFindings ?? [],
      rows: this.opened?.rows,
      rowsFinished: this.opened?.rowsFinished ?? false,
      recordsListed: report.recordsListed,
      changedWays: new Map([...(this.opened?.changedWays ?? []), ...report.changedWays.map((change) => [change.slotId, change] as const)]),
      rotation: report.rotating ? (this.opened?.rotation ?? { running: false, left: 0, total: report.items.length, blocked: [] }) : null,
    };
    this.relist();
  }

  /** Makes the list again from what is listed and what was found. */
  relist(): void {
    const { opened } = this;
    if (opened === undefined) return;
    const { findings, unlisted } = opened.rows ?? nothingRead;
    const byId = new Map(findings.map((finding) => [finding.id, finding]));
    const listed = [...opened.listed.values()].map((item) => {
      const finding = byId.get(item.id) ?? null;
      return finding?.code === item.finding?.code ? item : { ...item, finding };
    });
    opened.items = [...listed, ...unlisted.filter(({ id }) => !opened.listed.has(id))];
  }

  /** Remembers the state that was accepted, and when. `isOverride`: the owner accepted an earlier or other one. */
  keepPin(pin: VaultPin, isOverride: boolean): Promise<void> {
    return this.ports.memory.keepPin({ ...pin, seenAtMs: this.ports.timer.nowMs() }, isOverride);
  }

  /** Shows the state that the fields say: open or locked. */
  publish(): void {
    const { opened, known } = this;
    if (known === undefined) this.show({ stage: 'loading' });
    else if (opened === undefined)
      this.show({
        ...{ stage: 'locked', kind: known.kind, entryCount: known.outline.entryCount, ways: waysOf(known) },
        ...(this.comparing === undefined ? {} : { comparing: true }),
        ...(known.copy === undefined ? {} : { copyAtMs: known.copy.contactAtMs }),
      });
    else this.#showOpened(known, opened);
  }

  #showOpened(known: KnownVault, opened: OpenedVault): void {
    const rows = opened.rows ?? nothingRead;
    this.show({
      stage: 'open',
      kind: known.kind,
      tier: opened.tier,
      ways: waysOf(known),
      items: opened.items,
      verification: {
        epoch: opened.epoch,
        firstTime: opened.firstTime,
        changedWays: [...opened.changedWays.values()],
        verified: rows.verified,
        total: opened.listed.size,
        finished: opened.rowsFinished,
        findings: [...opened.vaultFindings, ...opened.otherFindings, ...rows.findings],
      },
      memory: { tier: opened.tier, openedAtMs: opened.openedAtMs, locksAtMs: this.locksAtMs ?? null, keys: opened.keys },
      offline: this.offline,
      copyAtMs: this.away?.copyAtMs ?? null,
      icons: this.icons.stamp,
      rotation: opened.rotation,
      pending: this.pending.map(({ id, draft, isKept, keptAtMs }) => ({ id, title: draft.details.title, isKept, keptAtMs })),
      drafts: this.halfTyped.map(({ id, entryId, draft, keptAtMs }) => ({ id, entryId, title: draft.details.title, keptAtMs })),
      unreadableDrafts: this.unreadableDrafts,
      legacyRemoved: this.legacyRemoved,
      unkeptKey: known.outline.slots.some(({ id, kind }) => kind === 'recovery' && this.ports.unkeptKeys.read()?.includes(id)),
    });
  }
}

function waysOf({ outline, factorId, deviceSlotId }: KnownVault) {
  return {
    authenticator: factorId !== undefined,
    device: deviceSlotId !== undefined && factorId !== undefined,
    recoveryKey: outline.slots.some(({ kind }) => kind === 'recovery'),
    passkeys: outline.slots.filter(({ kind }) => kind === 'passkey').map(({ id, label }) => ({ slotId: id, label })),
  };
}
