import { fail, type Result, succeed } from '@castellan/foundation/result';
import { newIdentifier } from '@castellan/vault-core/identifier';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import { mayComeNext, type SentState } from '@castellan/vault-core/manifest/sent-state';
import { type DeviceCopy, parseDeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { Argon2idCost } from '@castellan/vault-core/ports';
import type { Timer } from '../../../lib/clock.ts';
import type { JobOrder } from '../../../lib/workers/worker-job.ts';
import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import type { CopyMemory } from '../away/copy-memory.ts';
import { pinOf } from '../captures/capture-pin.ts';
import type { DraftKey, SealedDraft } from '../contract/vault-drafts.ts';
import type { EntryDraft, VaultState } from '../contract/vault-state.ts';
import type { ReadForeignFile } from '../contract/vault-tools.ts';
import type { VaultClient, VaultJobs } from '../contract/vault-work.ts';
import { readImportFile } from '../import-file/read-import-file.ts';
import { createClipboardGuard } from '../ports/clipboard-guard.ts';
import { type DeviceKey, type DeviceMemory, makeDeviceKey, pinToKeep } from '../ports/device-memory.ts';
import type { DraftMemory } from '../ports/draft-memory.ts';
import type { PasskeyClient } from '../ports/passkey-client.ts';
import type { PasskeyFactors } from '../ports/passkey-factors.ts';
import type { TabMessage, VaultTabs } from '../ports/vault-tabs.ts';
import { createVaultStore, type VaultNotice } from '../vault-store.ts';
import { createJobHandlers } from '../worker/job-handlers.ts';
import { createVaultClient } from '../worker/vault-client.ts';
import { platformTools, type WorkerTools } from '../worker/worker-tools.ts';
import { MemoryServer } from './memory-server.ts';
import { quickArgon2id } from './quick-argon2id.ts';

export const master = 'kestrel over the north tower';

/** A clock that a test turns by hand. */
export class TestTimer implements Timer {
  now = Date.UTC(2026, 0, 2, 3, 4, 5);
  readonly #alarms = new Set<{ atMs: number; readonly run: () => void }>();

  nowMs = (): number => this.now;

  after = (delayMs: number, run: () => void): (() => void) => {
    const alarm = { atMs: this.now + delayMs, run };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  };

  /** Sets the clock back; alarms ring when they would have. */
  setBack(ms: number): void {
    this.now -= ms;
    for (const alarm of this.#alarms) alarm.atMs -= ms;
  }

  /** Lets time pass and runs what falls due, in its order. */
  pass(durationMs: number): void {
    const untilMs = this.now + durationMs;
    for (;;) {
      const [next] = [...this.#alarms].filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs);
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.now = Math.max(this.now, next.atMs);
      next.run();
    }
    this.now = untilMs;
  }
}

/** A timer whose alarms ring at once: for pauses that are not what a test is about. */
export const hastyTimer = (timer: TestTimer): Timer => ({
  nowMs: timer.nowMs,
  after: (delayMs, run) => {
    if (delayMs >= 10_000) return timer.after(delayMs, run);
    queueMicrotask(run);
    return () => undefined;
  },
});

/** Memory of one device. */
export class MemoryDevice implements DeviceMemory {
  readonly kept = new Map<string, VaultPin>();
  readonly keys = new Map<string, DeviceKey>();
  pins = async () => [...this.kept.values()];
  keepPin = async (pin: VaultPin, isOverride: boolean) => {
    this.kept.set(pin.userId, pinToKeep(this.kept.get(pin.userId), pin, isOverride));
    for (const [digest, state] of this.sentStates) if (isOverride || !mayComeNext(pin, state.pin)) this.sentStates.delete(digest);
  };
  readonly unkeptKeys = storedInMemory<readonly string[]>();
  readonly sentStates = new Map<string, SentState>();
  sent = async () => [...this.sentStates.values()];
  keepSent = async (state: SentState) => void this.sentStates.set(state.pin.headDigest, state);
  forgetSent = async ({ pin }: SentState) => void this.sentStates.delete(pin.headDigest);
  readonly parts = new Map<number, string>();
  copies = async () => [...this.parts].map(([part, envelope]) => ({ part, envelope }));
  keepCopies = async (_userId: string, changed: ReadonlyMap<number, string | null>) => {
    for (const [part, envelope] of changed) {
      if (envelope === null) this.parts.delete(part);
      else this.parts.set(part, envelope);
    }
  };
  forgetPin = async (userId: string) => void this.kept.delete(userId);
  deviceKeys = async () => [...this.keys.values()];
  keepDeviceKey = async (key: DeviceKey) => void this.keys.set(key.slotId, key);
  forgetDeviceKey = async (slotId: string) => void this.keys.delete(slotId);
  readonly drafts = new MemoryDrafts();
  readonly copy = new MemoryCopy();
}

/** What one browser keeps to open the vault without the server. */
export class MemoryCopy implements CopyMemory {
  #isAllowed: boolean | undefined;
  readonly #listeners = new Set<() => void>();
  kept: DeviceCopy | undefined;
  readonly keptRows = new Map<string, { readonly id: string }>();
  choose = (isAllowed: boolean) => {
    this.#isAllowed = isAllowed;
    for (const listener of this.#listeners) listener();
  };
  choice = () => this.#isAllowed;
  onChoice = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  read = async () => this.kept;
  keep = async (copy: DeviceCopy) => {
    this.kept = parseDeviceCopy(structuredClone(copy));
  };
  rows = async () => [...this.keptRows.values()];
  keepRows = async (put: readonly { readonly id: string }[], all: readonly string[]) => {
    for (const row of put) this.keptRows.set(row.id, row);
    for (const id of this.keptRows.keys()) if (!all.includes(id)) this.keptRows.delete(id);
  };
  forget = async () => {
    this.kept = undefined;
    this.keptRows.clear();
  };
}

/** What one browser kept of typed texts, sealed. */
class MemoryDrafts implements DraftMemory {
  readonly keys = new Map<string, DraftKey>();
  readonly sealed = new Map<string, SealedDraft>();
  pin: string | undefined;
  key = async (userId: string) => this.keys.get(userId);
  pinnedKey = async (userId: string) => {
    const key = this.keys.get(userId);
    return key !== undefined && pinOf(key) === this.pin ? key : undefined;
  };
  keepKey = async (key: DraftKey) => {
    this.keys.set(key.userId, key);
    this.pin = pinOf(key);
  };
  drafts = async () => [...this.sealed.values()];
  keep = async (draft: SealedDraft) => void this.sealed.set(draft.id, draft);
  keepForGood = async (draft: SealedDraft) => this.sealed.set(draft.id, draft) === this.sealed;
  forget = async (id: string) => void this.sealed.delete(id);
}

/** Tabs of one browser. */
export class TestTabs {
  readonly #listeners = new Set<{ readonly tab: object; readonly listen: (message: TabMessage) => void }>();

  open(): VaultTabs {
    const tab = {};
    return {
      tell: (message) => {
        for (const other of this.#listeners) if (other.tab !== tab) other.listen(message);
      },
      listen: (listen) => {
        const entry = { tab, listen };
        this.#listeners.add(entry);
        return () => this.#listeners.delete(entry);
      },
    };
  }
}

/** The real one is bundled by the build, which has tests of its own. */
const decryptorScript = async () => "'castellan.export.2';";

/** A vault worker behind the same messages as in a Worker. */
function openTestClient(
  timer: TestTimer,
  { minCost, upgradesOf = platformTools.upgradesOf }: Pick<WorldOptions, 'minCost' | 'upgradesOf'>,
  ended: () => void,
): VaultClient {
  const { port1, port2 } = new MessageChannel();
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const ports = { crypto: crypto.subtle, randomBytes, clock: timer, argon2id: quickArgon2id };
  const handlers = createJobHandlers(ports, { ...platformTools, upgradesOf, backups: { scryptLogN: 4 }, decryptorScript }, minCost);
  serveWorkerJobs<VaultJobs>(handlers, (listener) => {
    port2.onmessage = (event: MessageEvent<JobOrder>) => listener(event);
  });
  return createVaultClient({
    postMessage: (message: unknown, transfer: unknown) => port1.postMessage(message, Array.isArray(transfer) ? transfer : []),
    terminate: () => {
      port1.close();
      port2.close();
      ended();
    },
    addEventListener: () => undefined,
  });
}

/** Reads files as the reader's own Worker does, without one; keeps what it gave. */
function readerHere(handedOn: Uint8Array[]): ReadForeignFile {
  return async (request, signal) => {
    const read = await readImportFile(request, { crypto: platformTools.archive, argon2: platformTools.argon2 });
    if (signal.aborted) return fail({ code: 'cancelled' });
    if ('refused' in read) return fail({ code: read.refused });
    handedOn.push(read.packed);
    return succeed(read.packed);
  };
}

export type LoggedAct = readonly [act: string, entryId: string | undefined];

type WorldOptions = {
  readonly server?: MemoryServer;
  readonly device?: MemoryDevice;
  readonly tabs?: TestTabs;
  readonly passkeys?: PasskeyClient;
  readonly passkeyFactors?: PasskeyFactors;
  /** What a guess at a master costs at least in this version of the product. */
  readonly minCost?: Argon2idCost;
  /** What this version of the product knows of schema versions. */
  readonly upgradesOf?: WorkerTools['upgradesOf'];
};

/** One tab with a vault store in it, over a server in memory. */
export function openTab({
  server = new MemoryServer(),
  device = new MemoryDevice(),
  tabs = new TestTabs(),
  passkeys = noPasskeys,
  passkeyFactors = noFactors,
  ...product
}: WorldOptions = {}) {
  const timer = new TestTimer();
  const acts: LoggedAct[] = [];
  const canaries: string[] = [];
  const notices: VaultNotice[] = [];
  const board = { text: '', isHidden: false };
  const workers = { started: 0, ended: 0 };
  const leftovers = { isHere: true };
  const choices = { icons: true };
  /** What readers gave the page of files. */
  const handedOn: Uint8Array[] = [];
  const clipboard = createClipboardGuard({
    timer,
    write: async (text) => succeed(void Object.assign(board, { text })),
    clear: async (expected) => {
      if (board.isHidden) return { ok: false, failure: { code: 'copy_refused' } };
      if (expected !== undefined && board.text !== expected) return succeed('other');
      board.text = '';
      return succeed('cleared');
    },
  });
  const store = createVaultStore({
    backend: server.backend,
    memory: device,
    drafts: device.drafts,
    copy: device.copy,
    openClient: () => {
      workers.started += 1;
      return openTestClient(timer, product, () => {
        workers.ended += 1;
      });
    },
    readForeignFile: readerHere(handedOn),
    timer: hastyTimer(timer),
    newId: () => newIdentifier((count) => crypto.getRandomValues(new Uint8Array(count))),
    makeDeviceKey,
    deviceLabel: () => 'test browser',
    log: {
      record: async (act, { entryId, format }) => void acts.push([act, entryId ?? format]),
      canary: async (entryId) => void canaries.push(entryId),
      foreignFeedKey: async () => void acts.push(['foreign_feed_key', undefined]),
    },
    tabs: tabs.open(),
    clipboard,
    passkeys,
    passkeyFactors,
    unkeptKeys: device.unkeptKeys,
    feed: async () => server.feed,
    wantsIcons: () => choices.icons,
    legacyProduct: { isHere: () => leftovers.isHere, remove: () => Object.assign(leftovers, { isHere: false }) },
  });
  store.onNotice((notice) => notices.push(notice));
  const stop = store.start();
  return {
    store,
    server,
    device,
    tabs,
    timer,
    acts,
    canaries,
    notices,
    board,
    workers,
    handedOn,
    clipboard,
    leftovers,
    choices,
    stop,
    actions: store.actions,
  };
}

export type Tab = ReturnType<typeof openTab>;

/** A backend that takes no passkeys for sign-in. */
const noFactors: PasskeyFactors = {
  offer: async () => ({ ok: false, failure: { code: 'refused', reason: 'mfa_webauthn_enroll_not_enabled', details: [] } }),
  keep: async () => ({ ok: false, failure: { code: 'backend_unreachable' } }),
  request: async () => ({ ok: false, failure: { code: 'refused', reason: 'mfa_factor_not_found', details: [] } }),
  show: async () => ({ ok: false, failure: { code: 'backend_unreachable' } }),
};

const noPasskeys: PasskeyClient = {
  isSupported: () => false,
  make: async () => ({ ok: false, failure: { code: 'unsupported' } }),
  show: async () => ({ ok: false, failure: { code: 'unsupported' } }),
  open: async () => ({ ok: false, failure: { code: 'unsupported' } }),
};

/** Waits until the store shows what is asked for; fails with what it shows after two seconds. */
export function until<Shown extends VaultState>(tab: Pick<Tab, 'store'>, isIt: (state: VaultState) => state is Shown): Promise<Shown>;
export function until(tab: Pick<Tab, 'store'>, isIt: (state: VaultState) => boolean): Promise<VaultState>;
export function until(tab: Pick<Tab, 'store'>, isIt: (state: VaultState) => boolean): Promise<VaultState> {
  return new Promise((resolve, reject) => {
    const alarm = setTimeout(() => reject(new Error(`it stays ${JSON.stringify(tab.store.read())}`)), 4000);
    const look = () => {
      const state = tab.store.read();
      if (!isIt(state)) return;
      clearTimeout(alarm);
      leave();
      resolve(state);
    };
    const leave = tab.store.subscribe(look);
    look();
  });
}

type Stage<Name extends VaultState['stage']> = Extract<VaultState, { stage: Name }>;

/** Waits for a stage. */
export function untilStage<Name extends VaultState['stage']>(tab: Pick<Tab, 'store'>, stage: Name): Promise<Stage<Name>> {
  return until(tab, (state): state is Stage<Name> => state.stage === stage);
}

/** Waits until every row has been compared with the manifest. */
export function untilVerified(tab: Pick<Tab, 'store'>): Promise<Stage<'open'>> {
  return until(tab, (state): state is Stage<'open'> => state.stage === 'open' && state.verification.finished);
}

/** A tab with a vault that was just made, open, its errands done. */
export async function openNewVault(options: WorldOptions = {}): Promise<Tab & { readonly recoveryKey: string }> {
  const tab = openTab(options);
  await untilStage(tab, 'locked');
  const made = await tab.actions.setMaster(master);
  if (!made.ok) throw new Error(made.failure.code);
  // The device's key and the log's checkpoint are written behind the list.
  await untilSettled(tab, 3);
  return { ...tab, recoveryKey: made.value.recoveryKey };
}

/** A tab whose vault is opened by its master. Without a device it is a browser that never saw the vault. */
export async function openByMaster(options: WorldOptions, text = master): Promise<Tab> {
  const tab = openTab(options);
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithMaster(text));
  return tab;
}

/** Locks the vault, and opens it by its master once more. */
export async function lockAndOpen({ actions }: Pick<Tab, 'actions'>, text = master): Promise<void> {
  actions.lock('button');
  must(await actions.unlockWithMaster(text));
}

/** Waits until the server is at an epoch, and the store too. */
export async function untilSettled(tab: Pick<Tab, 'store' | 'server'>, epoch: number): Promise<void> {
  await until(tab, (state) => state.stage === 'open' && state.verification.epoch >= epoch && tab.server.epoch >= epoch);
}

/** A form filled in. */
export function draft(
  title: string,
  secrets: Partial<EntryDraft['secrets']> = {},
  details: Partial<EntryDraft['details']> = {},
): EntryDraft {
  return {
    details: {
      kind: 'login',
      title,
      username: 'ada',
      url: '',
      category: 'general',
      favorite: false,
      tags: [],
      expiresAt: null,
      canary: false,
      ...details,
    },
    secrets: { password: `secret of ${title}`, notes: '', totp: '', fields: [], ...secrets },
  };
}

/** What must be there: a test that goes on without it would prove nothing. */
export function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${result.failure.code}`);
}

/** The failure's code, or `ok`. */
export function codeOf(result: Result<unknown, { readonly code: string }>): string {
  return result.ok ? 'ok' : result.failure.code;
}

function storedInMemory<Value>() {
  let kept: Value | undefined;
  return {
    read: () => kept,
    write: (value: Value) => {
      kept = value;
    },
    clear: () => {
      kept = undefined;
    },
  };
}
