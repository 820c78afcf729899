import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Timer } from '../../lib/clock.ts';
import { type Change, droppedWith, type NewChange, overlay, retried } from './change.ts';
import type { Collection } from './collection.ts';
import type { CollectionState, Edit, EditFailure, Feed, Link } from './collection-state.ts';
import { type Mirror, newMirror } from './mirror.ts';
import { stateOf } from './mirror-state.ts';
import { pullRows } from './pull-rows.ts';
import type { Fields, RawRecord } from './record.ts';
import type { RecordsServer } from './records-server.ts';
import type { RecordsStore } from './records-store.ts';
import { closeRow, createSealing, VaultClosed } from './sealed-rows.ts';
import type { Sealer, SealStanding } from './sealer.ts';
import { type SendOutcome, type SendPorts, sendChanges } from './send-changes.ts';
import type { Tabs } from './tabs.ts';

/** All collections of this browser. */
export type RecordsEngine = {
  readonly open: <Row extends RawRecord>(collection: Collection<Row>) => Feed<Row>;
  /** Takes the last edit back by another one; `false` where there is none. */
  readonly undo: () => Promise<boolean>;
  /** The owner's word on a change in trouble: try it again over what is there, or let it go. */
  readonly decide: (sequence: number, word: 'mine' | 'theirs') => Promise<void>;
  /** Has what is 30 days in the trash gone for good. A failure is none of the owner's: the next opening does it. */
  readonly emptyTrash: () => Promise<void>;
  /** Tries to send what waits; resolves with how much still does. */
  readonly flush: () => Promise<number>;
};

/** What the engine needs from outside. */
export type EnginePorts = {
  readonly store: Promise<RecordsStore>;
  readonly server: RecordsServer;
  /** Who seals and opens; asked only where a sealed collection is open. */
  readonly sealer: Sealer;
  readonly tabs: Tabs;
  readonly timer: Timer;
  /** Runs the work while no other tab runs it. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Tells of changes to a table, by whomever; returns the way to stop. */
  readonly watch: (collection: string, onChange: () => void) => () => void;
  /** Calls back when asking again may help: the network came back, the page is looked at again. */
  readonly onWake: (listener: () => void) => () => void;
};

const backOffMs: readonly number[] = [1_000, 2_000, 5_000, 10_000, 30_000];
const undoSteps = 50;
/** Several changes in one breath are asked for once. */
const breathMs = 150;
const pollMs = 60_000;
/** Who heard nothing for so long may have missed what the trash took meanwhile, which is told by nothing: it is read anew. */
const staleMs = 29 * 86_400_000;

/** Makes the engine. Nothing is opened or asked before the first collection is listened to, written, or flushed. */
export function createRecordsEngine(ports: EnginePorts): RecordsEngine {
  const mirrors = new Map<string, Mirror>();
  const isSealed = (name: string) => mirrors.get(name)?.collection.sealed === true;
  const sealing = createSealing(ports.sealer, isSealed);
  const server = sealing.server(ports.server);
  const undoable: { readonly collection: Collection<RawRecord>; readonly edits: readonly Edit[] }[] = [];
  let queue: readonly Change[] = [];
  let link: Link = 'unknown';
  let outlivesPage = true;
  let sending: Promise<void> | undefined;
  let sendAgain = false;
  let failures = 0;
  let callOffRetry = () => {};
  let turn: Promise<unknown> = Promise.resolve();
  let started: Promise<RecordsStore> | undefined;
  let vault: SealStanding | undefined;

  const invalidate = (mirror: Mirror) => {
    mirror.snapshot = undefined;
    for (const listener of mirror.listeners) listener();
  };
  const invalidateAll = () => mirrors.forEach(invalidate);
  const setLink = (next: Link) => {
    if (link === next) return;
    link = next;
    invalidateAll();
  };
  const readQueue = async (store: RecordsStore) => {
    const changes = await store.changes();
    queue = isVaultOpen() ? changes : changes.map(shut);
    invalidateAll();
  };
  const isVaultOpen = () => ports.sealer.standing() === 'open';
  /** A change of a sealed collection as it is known while the vault is closed. */
  const shut = (change: Change): Change =>
    isSealed(change.collection) ? { ...change, values: {}, base: {}, trouble: undefined, unread: 'locked' } : change;
  const takeRows = (collection: string, rows: readonly RawRecord[]) => {
    const mirror = mirrors.get(collection);
    if (mirror === undefined) return;
    const given = isSealed(collection) && !isVaultOpen() ? rows.map(closeRow) : rows;
    const fresh = given.filter((row) => {
      const known = mirror.rows.get(row.id);
      if (known === undefined || known.version < row.version) return true;
      return known.version === row.version && sealing.isOpened(row) && !sealing.isOpened(known);
    });
    if (fresh.length === 0) return;
    mirror.rows = new Map(mirror.rows);
    for (const row of fresh) mirror.rows.set(row.id, row);
    // Of what was judged another state is known now.
    const known = new Set(fresh.map(({ id }) => id));
    mirror.faults = new Map([...mirror.faults].filter(([id]) => !known.has(id)));
    invalidate(mirror);
  };

  const start = () => {
    started ??= ports.store.then(async (plain) => {
      const store = sealing.store(plain);
      outlivesPage = store.outlivesPage;
      ports.tabs.listen((message) => void hear(store, message));
      ports.onWake(() => {
        failures = 0;
        void send();
        for (const mirror of mirrors.values()) if (mirror.listeners.size > 0) void pull(mirror);
      });
      await readQueue(store);
      return store;
    });
    return started;
  };
  const hear = async (store: RecordsStore, message: Parameters<Parameters<Tabs['listen']>[0]>[0]) => {
    if (message.kind === 'rows') takeRows(message.collection, await sealing.openRows(message.collection, message.rows));
    if (message.kind === 'changes') await readQueue(store);
    if (message.kind === 'forgotten') {
      for (const mirror of mirrors.values()) Object.assign(mirror, { rows: new Map(), cursor: undefined, updatedAtMs: undefined });
      await readQueue(store);
    }
    if (message.kind === 'gone') forgetGone(message.collection, message.ids);
  };
  /** Nothing can bring them back, so what would is not to be undone either. */
  const forgetGone = (collection: string, ids: readonly string[]) => {
    const kept = undoable.filter(({ edits }) => !edits.some(({ id }) => ids.includes(id)));
    undoable.splice(0, undoable.length, ...kept);
    const mirror = mirrors.get(collection);
    if (mirror === undefined) return;
    mirror.rows = new Map([...mirror.rows].filter(([id]) => !ids.includes(id)));
    invalidate(mirror);
  };

  // The vault ----------------------------------------------------------------------------------------------------

  const heedVault = () => {
    if (vault !== undefined) return;
    vault = 'loading';
    ports.sealer.subscribe(onVault);
    onVault();
  };
  const onVault = () => {
    const standing = ports.sealer.standing();
    if (standing === vault) return;
    const wasOpen = vault === 'open';
    vault = standing;
    const sealed = [...mirrors.values()].filter(({ collection }) => collection.sealed === true);
    if (standing === 'open') return void openEverything(sealed);
    if (!wasOpen) return sealed.forEach(invalidate);
    // Nothing that was opened stays in memory: rows, what waits, and what could be taken back.
    for (const mirror of sealed) {
      mirror.rows = new Map([...mirror.rows].map(([id, row]) => [id, closeRow(row)]));
      mirror.faults = new Map();
    }
    queue = queue.map(shut);
    const others = undoable.filter(({ collection }) => collection.sealed !== true);
    undoable.splice(0, undoable.length, ...others);
    invalidateAll();
  };
  const openEverything = async (sealed: readonly Mirror[]) => {
    const store = await start();
    for (const mirror of sealed) {
      takeRows(mirror.collection.name, await sealing.openRows(mirror.collection.name, [...mirror.rows.values()]));
      invalidate(mirror);
      // Whatever is held against the vault's manifest is read first.
      if (mirror.listeners.size > 0) void pull(mirror);
    }
    await readQueue(store);
    void send();
  };

  // Sending ------------------------------------------------------------------------------------------------------

  const send = (): Promise<void> => {
    callOffRetry();
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
      if (queue.length === 0) return;
      outcome = await ports.exclusively(() =>
        sendWhileOpen({
          store,
          server,
          mergesOf: (name) => mirrors.get(name)?.collection.merges ?? {},
          rowOf: (name, id) => {
            const row = mirrors.get(name)?.rows.get(id);
            return row !== undefined && isSealed(name) && !sealing.isOpened(row) ? undefined : row;
          },
          onRows: (name, rows) => {
            takeRows(name, rows);
            ports.tabs.tell({ kind: 'rows', collection: name, rows: isSealed(name) ? rows.map(closeRow) : rows });
          },
        }),
      );
      await readQueue(store);
      ports.tabs.tell({ kind: 'changes' });
    } while (sendAgain && outcome.kind === 'sent');
    // Opening the vault sends by itself.
    if (outcome.kind === 'vault-closed') return;
    setLink(outcome.kind === 'sent' ? 'reachable' : outcome.kind);
    if (outcome.kind === 'sent') failures = 0;
    else retryLater(outcome.kind === 'away' ? outcome.retryAfterMs : undefined);
  };
  const retryLater = (afterMs: number | undefined) => {
    const waitMs = afterMs ?? backOffMs[Math.min(failures, backOffMs.length - 1)] ?? pollMs;
    failures += 1;
    callOffRetry = ports.timer.after(waitMs, () => void send());
  };

  // Reading ------------------------------------------------------------------------------------------------------

  const pull = (mirror: Mirror): Promise<void> => {
    mirror.callOffPull();
    if (mirror.pulling !== undefined) {
      mirror.pullAgain = true;
      return mirror.pulling;
    }
    mirror.pulling = pullRounds(mirror).finally(() => {
      mirror.pulling = undefined;
      if (mirror.listeners.size > 0) mirror.callOffPull = ports.timer.after(pollMs, () => void pull(mirror));
    });
    return mirror.pulling;
  };
  const pullRounds = async (mirror: Mirror) => {
    const store = await start();
    if (!mirror.loaded) {
      const kept = await store.load(mirror.collection.name);
      mirror.loaded = true;
      mirror.cursor = kept.cursor;
      takeRows(mirror.collection.name, kept.rows);
      invalidate(mirror);
    }
    do {
      mirror.pullAgain = false;
      const before = mirror.rows;
      const isWhole = mirror.cursor === undefined || ports.timer.nowMs() - Date.parse(mirror.cursor) > staleMs;
      const mentioned = new Set<string>();
      const pulled = await pullRows(server, mirror.collection.name, isWhole ? undefined : mirror.cursor, async (rows, cursor) => {
        for (const { id } of rows) mentioned.add(id);
        noticeRollback(mirror, before, rows);
        await store.putRows(mirror.collection.name, rows, cursor);
        mirror.cursor = cursor ?? mirror.cursor;
        takeRows(mirror.collection.name, rows);
      });
      if (isWhole && pulled === 'reachable') await dropUnmentioned(store, mirror, before, mentioned);
      mirror.failed = pulled !== 'reachable';
      if (pulled === 'reachable') mirror.updatedAtMs = ports.timer.nowMs();
      // Whoever could read can also be written to: what waits need not wait for its own alarm.
      const wasAway = link !== 'reachable' && pulled === 'reachable';
      setLink(pulled);
      invalidate(mirror);
      if (wasAway && queue.length > 0) void send();
      if (pulled === 'reachable' && mirror.collection.sealed === true && isVaultOpen()) {
        await ports.sealer.judge(judgeDoor(store, mirror), mirror);
        invalidate(mirror);
      }
    } while (mirror.pullAgain && !mirror.failed);
  };

  /** After a reading from the beginning: what the server does not have any more went with its trash. */
  const dropUnmentioned = async (
    store: RecordsStore,
    mirror: Mirror,
    before: ReadonlyMap<string, RawRecord>,
    mentioned: ReadonlySet<string>,
  ) => {
    const gone = [...before.keys()].filter((id) => !mentioned.has(id));
    await drop(store, mirror, gone);
  };
  const drop = async (store: RecordsStore, mirror: Mirror, gone: readonly string[]) => {
    if (gone.length === 0) return;
    // To a session that ended in the middle of it, the rest of the table was empty.
    const session = await server.hasSession();
    if (!session.ok || !session.value) return;
    await store.drop(mirror.collection.name, gone);
    forgetGone(mirror.collection.name, gone);
  };
  const judgeDoor = (store: RecordsStore, mirror: Mirror) => ({
    server,
    store,
    takeRows,
    drop: (ids: readonly string[]) => drop(store, mirror, ids),
  });

  /** What was known before the question was asked cannot be older in the answer, unless somebody brought it back. */
  const noticeRollback = (mirror: Mirror, before: ReadonlyMap<string, RawRecord>, rows: readonly RawRecord[]) => {
    if (mirror.collection.sealed !== true) return;
    for (const { id, version } of rows) {
      if (version < (before.get(id)?.version ?? 0)) mirror.rolledBack.set(id, version);
      else mirror.rolledBack.delete(id);
    }
  };

  const mirrorOf = (collection: Collection<RawRecord>): Mirror => {
    const known = mirrors.get(collection.name);
    if (known !== undefined) return known;
    const mirror = newMirror(collection);
    mirrors.set(collection.name, mirror);
    return mirror;
  };
  const snapshotOf = (mirror: Mirror) => stateOf(mirror, { queue, link, outlivesPage, sealing, standing: ports.sealer.standing() });
  const listen = (mirror: Mirror, listener: () => void) => {
    mirror.listeners.add(listener);
    if (mirror.listeners.size === 1) {
      if (mirror.collection.sealed === true) heedVault();
      void pull(mirror);
      void start().then(send);
      mirror.stop = ports.watch(mirror.collection.name, () => {
        mirror.callOffPull();
        mirror.callOffPull = ports.timer.after(breathMs, () => void pull(mirror));
      });
    }
    return () => {
      mirror.listeners.delete(listener);
      if (mirror.listeners.size > 0) return;
      mirror.stop();
      mirror.callOffPull();
    };
  };

  // Writing ------------------------------------------------------------------------------------------------------

  /** One after the other, so that each edit is made from what the one before left. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const take = async (collection: Collection<RawRecord>, edits: readonly Edit[]) => {
    const store = await start();
    const mirror = mirrorOf(collection);
    const seen = overlay(
      mirror.rows,
      queue.filter((change) => change.collection === collection.name),
    );
    const fresh: NewChange[] = [];
    const back: Edit[] = [];
    for (const given of edits) {
      const { id } = given;
      const row = seen.get(id);
      // Making what is there already, perhaps removed, means to have it as described.
      const kind = row === undefined ? given.kind : 'change';
      const values = kind === given.kind ? given.values : { ...withoutCreation(given.values), deleted_at: null };
      const fields = kind === 'create' ? [] : [...Object.keys(values), 'deleted_at'];
      const base = Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null]));
      const inverse = kind === 'create' ? { deleted_at: new Date(ports.timer.nowMs()).toISOString() } : pick(base, Object.keys(values));
      back.push({ kind: 'change', id, values: inverse });
      // A refused change is mended by the next edit of its record, and then tried again as one.
      const refused = queue.find((change) => change.recordId === id && change.trouble?.kind === 'refused' && change.unread === undefined);
      if (refused === undefined)
        fresh.push({ collection: collection.name, recordId: id, kind, values, base, madeAtMs: ports.timer.nowMs() });
      else
        await store.replace({
          ...refused,
          values: { ...refused.values, ...values },
          base: { ...base, ...refused.base },
          trouble: undefined,
        });
    }
    await store.append(fresh);
    await readQueue(store);
    ports.tabs.tell({ kind: 'changes' });
    void send();
    return back;
  };
  const edit = (collection: Collection<RawRecord>, edits: readonly Edit[]): Promise<Result<undefined, EditFailure>> =>
    inTurn(async () => {
      if (collection.sealed === true && !isVaultOpen()) return fail({ code: 'locked' });
      try {
        undoable.push({ collection, edits: await take(collection, edits) });
        if (undoable.length > undoSteps) undoable.shift();
        return succeed(undefined);
      } catch (cause) {
        return fail({ code: cause instanceof VaultClosed ? 'locked' : 'not_kept' });
      }
    });
  const decide = (sequence: number, word: 'mine' | 'theirs') =>
    inTurn(async () => {
      const store = await start();
      const change = queue.find((one) => one.sequence === sequence);
      if (change?.trouble === undefined || change.unread === 'locked') return;
      if (word === 'mine') await store.replace(retried(change));
      else await store.settle(change.collection, droppedWith(change, queue), []);
      await readQueue(store);
      ports.tabs.tell({ kind: 'changes' });
      void send();
    });

  return {
    open: (collection) => {
      const mirror = mirrorOf(collection);
      return {
        read: () => {
          mirror.snapshot ??= snapshotOf(mirror);
          return mirror.snapshot as CollectionState<never>;
        },
        subscribe: (listener) => listen(mirror, listener),
        edit: (edits) => edit(collection, edits),
        refresh: () => pull(mirror),
        settleFault: async (id) => {
          const isWantedBack = await ports.sealer.settle(judgeDoor(await start(), mirror), mirror, id);
          if (isWantedBack) await edit(collection, [{ kind: 'change', id, values: { deleted_at: null } }]);
          await pull(mirror);
        },
      };
    },
    undo: () =>
      inTurn(async () => {
        const last = undoable.pop();
        if (last === undefined || (last.collection.sealed === true && !isVaultOpen())) return false;
        await take(last.collection, last.edits);
        return true;
      }),
    decide,
    emptyTrash: async () => void (await server.emptyTrash()),
    flush: async () => {
      await start();
      await send();
      return queue.length;
    },
  };
}

/** Sends, and ends the round where the vault closes in the middle of it: nothing was written then that is not known. */
async function sendWhileOpen(ports: SendPorts): Promise<SendOutcome> {
  try {
    return await sendChanges(ports);
  } catch (cause) {
    if (cause instanceof VaultClosed) return { kind: 'vault-closed' };
    throw cause;
  }
}

function withoutCreation({ created_at: _, ...values }: Fields): Fields {
  return values;
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
