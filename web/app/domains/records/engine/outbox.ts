import type { Timer } from '../../../lib/clock.ts';
import { type Change, droppedWith, mergesBy, type NewChange } from '../change.ts';
import type { Decision } from '../collection-state.ts';
import type { SettlePorts } from '../conflicts/settle-conflict.ts';
import type { Fields } from '../record.ts';
import type { RecordsServer } from '../records-server.ts';
import type { RecordsStore } from '../records-store.ts';
import { closeRow, type Sealing, VaultClosed } from '../sealed-rows.ts';
import type { Tabs } from '../tabs.ts';
import type { LinkState } from './link-state.ts';
import type { MirrorStore } from './mirror-store.ts';
import { sendChanges } from './send-changes.ts';
import type { SendOutcome, SendPorts } from './send-outcomes.ts';

/** The owner's changes that the server does not know yet, of all collections. */
export type Outbox = {
  readonly queue: () => readonly Change[];
  /** Reads the queue from the store again, because another tab or the vault changed what can be known of it. */
  readonly reload: (store: RecordsStore) => Promise<void>;
  /** Keeps new changes and mended ones in the store; then sends. Throws where the store does not keep them, or the vault closed. */
  readonly add: (fresh: readonly NewChange[], mended: readonly Change[]) => Promise<void>;
  /** Sends what waits. Resolves when the round has ended, however it ended. */
  readonly send: () => Promise<void>;
  readonly isSending: () => boolean;
  /**
   * Forgets changes that wait, with sending stopped after the request that is under way: `choose` says which of what waits then, and these
   * are answered.
   */
  readonly forget: (choose: (changes: readonly Change[]) => Promise<readonly Change[]>) => Promise<readonly Change[]>;
  /** Tries at once, as if nothing had failed before. */
  readonly wake: () => void;
  /** Resolves a change that waits for the owner: what conflicts becomes what was decided, and what lost is kept; what was refused is tried again, or dropped. */
  readonly decide: (sequence: number, decision: Decision) => Promise<void>;
  /** Takes the readable values of sealed changes out of memory. */
  readonly closeSealed: () => void;
};

/** What it needs from its neighbours and from outside. */
export type OutboxPorts = {
  readonly start: () => Promise<RecordsStore>;
  readonly mirrors: MirrorStore;
  readonly sealing: Sealing;
  readonly server: RecordsServer;
  readonly isVaultOpen: () => boolean;
  readonly link: LinkState;
  readonly tabs: Tabs;
  readonly timer: Timer;
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
};

const backOffMs: readonly number[] = [1_000, 2_000, 5_000];
const maxBackOffMs = 60_000;

/** Tries again later, after longer and longer while it goes on failing. */
function createRetry(timer: Timer, run: () => void) {
  let failures = 0;
  let callOff = () => {};
  return {
    callOff: () => callOff(),
    forgive: () => {
      failures = 0;
    },
    later: (afterMs: number | undefined) => {
      const waitMs = afterMs ?? backOffMs[Math.min(failures, backOffMs.length - 1)] ?? maxBackOffMs;
      failures += 1;
      callOff = timer.after(waitMs, run);
    },
  };
}

type SenderPorts = Pick<OutboxPorts, 'start' | 'link' | 'timer'> & {
  readonly round: (store: RecordsStore) => Promise<SendOutcome>;
  readonly publish: (store: RecordsStore) => Promise<void>;
  readonly isPaused: () => boolean;
  readonly isEmpty: () => boolean;
};

/** Sends in rounds, one after the other, for as long as something is left to be sent. */
function createSender({ start, link, timer, round, publish, isPaused, isEmpty }: SenderPorts) {
  let sending: Promise<void> | undefined;
  let sendAgain = false;
  const retry = createRetry(timer, () => void send());
  const send = (): Promise<void> => {
    retry.callOff();
    if (sending !== undefined) {
      sendAgain = true;
      return sending;
    }
    sending = sendRounds().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const sendRounds = async () => {
    const store = await start();
    let outcome: SendOutcome;
    do {
      sendAgain = false;
      if (isEmpty()) return;
      outcome = await round(store);
      await publish(store);
    } while (sendAgain && outcome.kind === 'sent' && !isPaused());
    // When the vault opens again, that starts the next round.
    if (outcome.kind === 'vault-closed') return;
    link.set(outcome.kind === 'sent' ? 'reachable' : outcome.kind);
    if (outcome.kind === 'sent') retry.forgive();
    else retry.later(outcome.kind === 'away' ? outcome.retryAfterMs : undefined);
  };
  return { send, isSending: () => sending !== undefined, forgive: retry.forgive };
}

/** Makes an outbox whose queue is empty until `reload`. */
export function createOutbox({ start, mirrors, isVaultOpen, link, timer, ...ports }: OutboxPorts): Outbox {
  let queue: readonly Change[] = [];
  let pauses = 0;
  const isPaused = () => pauses > 0;

  /** A change of a sealed collection as it is known while the vault is closed. */
  const close = (change: Change): Change =>
    mirrors.isSealed(change.collection) ? { ...change, values: {}, base: {}, trouble: undefined, unread: 'locked' } : change;
  const reload = async (store: RecordsStore) => {
    const changes = await store.changes();
    queue = isVaultOpen() ? changes : changes.map(close);
    mirrors.invalidateAll();
  };
  const publish = async (store: RecordsStore) => {
    await reload(store);
    ports.tabs.tell({ kind: 'changes' });
  };
  /** What was sent waits no longer, while others of the same round still do. */
  const onSettled = (sequences: readonly number[]) => {
    const gone = new Set(sequences);
    queue = queue.filter(({ sequence }) => !gone.has(sequence));
  };
  const round = (store: RecordsStore) =>
    ports.exclusively(() => sendUntilClosed({ ...sendPorts(store, mirrors, { ...ports, onSettled }), isPaused }));
  const sender = createSender({ start, link, timer, round, publish, isPaused, isEmpty: () => queue.length === 0 });
  const { send } = sender;
  return {
    queue: () => queue,
    reload,
    send,
    isSending: sender.isSending,
    forget: async (choose) => {
      const store = await start();
      pauses += 1;
      const chosen = await ports.exclusively(() => settleChosen(store, choose).finally(() => publish(store))).finally(() => (pauses -= 1));
      void send();
      return chosen;
    },
    add: async (fresh, mended) => {
      const store = await start();
      for (const change of mended) await store.replace(change);
      await store.append(fresh);
      await publish(store);
      void send();
    },
    wake: () => {
      sender.forgive();
      void send();
    },
    decide: async (sequence, decision) => {
      const store = await start();
      const change = queue.find((one) => one.sequence === sequence);
      if (change?.trouble === undefined || change.unread === 'locked') return;
      await settleTrouble({ store, mirrors, queue, nowMs: timer.nowMs() }, change, decision);
      await publish(store);
      void send();
    },
    closeSealed: () => {
      queue = queue.map(close);
      ports.sealing.closeChanges();
    },
  };
}

/** Lets go of chosen changes. */
async function settleChosen(
  store: RecordsStore,
  choose: (changes: readonly Change[]) => Promise<readonly Change[]>,
): Promise<readonly Change[]> {
  const chosen = await choose(await store.changes());
  for (const collection of new Set(chosen.map((change) => change.collection))) {
    const own = chosen.filter((change) => change.collection === collection);
    await store.settle(
      collection,
      own.map(({ sequence }) => sequence),
      [],
    );
  }
  return chosen;
}

type SettledPort = { readonly onSettled: (sequences: readonly number[]) => void };

/** Characters of fields, about. */
function sizeOf(fields: Fields): number {
  let characters = 0;
  for (const value of Object.values(fields)) characters += typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;
  return characters;
}

/** Puts what was decided in the place of a change that waits for the owner. */
async function settleTrouble(ports: SettlePorts, change: Change, decision: Decision): Promise<void> {
  if (change.trouble?.kind === 'conflict') {
    const { settleConflict } = await import('../conflicts/settle-conflict.ts');
    await settleConflict(ports, change, decision);
  } else if (decision !== 'theirs') await ports.store.replace({ ...change, trouble: undefined });
  else await ports.store.settle(change.collection, droppedWith(change, ports.queue), []);
}

function sendPorts(
  store: RecordsStore,
  mirrors: MirrorStore,
  { server, sealing, tabs, onSettled }: Pick<OutboxPorts, 'server' | 'sealing' | 'tabs'> & SettledPort,
): Omit<SendPorts, 'isPaused'> {
  const rowOf = (name: string, id: string) => {
    const row = mirrors.find(name)?.rows.get(id);
    return row !== undefined && mirrors.isSealed(name) && !sealing.isOpened(row) ? undefined : row;
  };
  return {
    store: {
      ...store,
      settle: async (collection, sequences, rows) => {
        await store.settle(collection, sequences, rows);
        onSettled(sequences);
      },
    },
    server,
    charactersOf: ({ collection, recordId, kind, values }) => {
      if (!mirrors.isSealed(collection)) return undefined;
      if (kind === 'create') return sizeOf(values);
      const row = rowOf(collection, recordId);
      return row && sizeOf(values) + sizeOf(row);
    },
    mergesOf: async (name) => {
      const collection = mirrors.find(name)?.collection;
      return (await collection?.loadMerging?.())?.mergeOf ?? mergesBy(collection?.merges);
    },
    rowOf,
    onRows: (name, rows) => {
      // Of large records no tab holds any.
      if (mirrors.find(name)?.collection.isLarge === true) return;
      mirrors.takeRows(name, rows);
      tabs.tell({ kind: 'rows', collection: name, rows: mirrors.isSealed(name) ? rows.map(closeRow) : rows });
    },
  };
}

/** Sends, and ends the round where the vault closes in the middle of it: nothing was written then that is not known. */
async function sendUntilClosed(ports: SendPorts): Promise<SendOutcome> {
  try {
    return await sendChanges(ports);
  } catch (cause) {
    if (cause instanceof VaultClosed) return { kind: 'vault-closed' };
    throw cause;
  }
}
