import type { Timer } from '../../../lib/clock.ts';
import { createSerialQueue } from '../../../lib/serial-queue.ts';
import type { Change, ChangeStep } from '../change.ts';
import type { Collection } from '../collection.ts';
import type { Edit, EditHow } from '../collection-state.ts';
import { newRecordId, type RawRecord } from '../record.ts';
import type { RecordsServer } from '../records-server.ts';
import type { RecordsStore } from '../records-store.ts';
import { createSealing } from '../sealed-rows.ts';
import type { Sealer } from '../sealer.ts';
import type { TabMessage, Tabs } from '../tabs.ts';
import { changesOfEdits, comesFrom } from './changes-of-edits.ts';
import { createLinkState } from './link-state.ts';
import type { Mirror } from './mirror.ts';
import { stateOf } from './mirror-state.ts';
import { createMirrorStore } from './mirror-store.ts';
import { createOutbox } from './outbox.ts';
import { createPuller } from './puller.ts';
import { type CollectionEdits, createUndoHistory } from './undo-history.ts';
import { createVaultLock } from './vault-lock.ts';

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

/** The engine's parts, each knowing those that it needs. */
export type EngineParts = ReturnType<typeof assembleEngine>;

/**
 * Makes the parts. Nothing is opened or asked before `start`. What other tabs tell is heard one after the other: the end of an import is
 * not taken in before what came with it.
 */
export function assembleEngine(ports: EnginePorts) {
  const { sealer, tabs, timer } = ports;
  const isVaultOpen = () => sealer.sealState() === 'open';
  const mirrors = createMirrorStore({ isVaultOpen, isOpened: (row) => sealing.isOpened(row) });
  const sealing = createSealing(sealer, { isSealed: mirrors.isSealed, rowOf: (name, id) => mirrors.find(name)?.rows.get(id) });
  const server = sealing.server(ports.server);
  const link = createLinkState(mirrors.invalidateAll);
  const history = createUndoHistory();
  let started: Promise<RecordsStore> | undefined;
  let outlivesPage = true;

  const start = () => {
    started ??= ports.store.then(async (plain) => {
      const store = sealing.store(plain);
      outlivesPage = store.outlivesPage;
      tabs.listen((message) => void heard(() => hear(store, message)));
      ports.onWake(() => {
        outbox.wake();
        for (const mirror of mirrors.watched()) void puller.pull(mirror);
      });
      await outbox.reload(store);
      return store;
    });
    return started;
  };
  const heard = createSerialQueue();
  const hear = async (store: RecordsStore, message: TabMessage) => {
    if (message.kind === 'rows') mirrors.takeRows(message.collection, await sealing.openRows(message.collection, message.rows));
    if (message.kind === 'forgotten') forgetSession(mirrors, history);
    if (message.kind === 'forgotten' || message.kind === 'changes') await outbox.reload(store);
    if (message.kind === 'gone') onGone(message.collection, message.ids);
  };
  const onGone = (collection: string, ids: readonly string[]) => {
    history.forgetRecords(collection, ids);
    mirrors.dropRows(collection, ids);
  };
  const outbox = createOutbox({ start, mirrors, sealing, server, isVaultOpen, link, tabs, timer, exclusively: ports.exclusively });
  const onReachable = () => {
    if (outbox.queue().length > 0) void outbox.send();
  };
  /** What a comparison with the vault's manifest may read and change. */
  const manifestAccess = (store: RecordsStore, mirror: Mirror) => ({
    server,
    store,
    takeRows: mirrors.takeRows,
    drop: (ids: readonly string[]) => puller.drop(store, mirror, ids),
  });
  const verify = async (mirror: Mirror, store: RecordsStore) => {
    if (!isVaultOpen()) return;
    await sealer.verify(manifestAccess(store, mirror), mirror);
    await doubtFaultyBases(store, outbox, mirror);
    mirrors.invalidate(mirror);
  };
  const puller = createPuller({ start, mirrors, server, link, timer, isSending: outbox.isSending, onReachable, onGone, verify });
  const followVault = createVaultLock({ sealer, sealing, start, mirrors, outbox, history, pull: puller.pull });
  const isWritable = (collection: Collection<RawRecord>) => collection.sealed !== true || isVaultOpen();
  const read = (mirror: Mirror) =>
    stateOf(mirror, { queue: outbox.queue(), link: link.read(), outlivesPage, sealing, sealState: sealer.sealState() });
  /** Keeps edits and sends them; answers with what takes them back. */
  const apply = async (together: readonly CollectionEdits[], how: EditHow = {}): Promise<readonly CollectionEdits[]> => {
    await start();
    const changes = together.map((one) => changesOn(mirrors.of(one.collection), one, outbox.queue(), timer.nowMs()));
    const whole = together.some(({ isWhole }) => isWhole === true) ? newRecordId() : undefined;
    const fresh = changes.flatMap((one) => one.fresh);
    const steps = stepsOf(fresh.length, how.import, how.import === undefined && together.some(isTakingBack));
    await outbox.add(
      fresh.map((change, index) => ({ ...change, ...(whole === undefined ? {} : { whole }), step: steps(index) })),
      changes.flatMap(({ mended }) => mended),
    );
    return changes
      .map(({ collection, how: own, inverse }) => ({
        ...{ collection, edits: how.import === undefined ? inverse : takenBack(inverse, how.import), ...own },
        ...(how.import === undefined ? {} : { ofImport: how.import }),
        ...(how.name === undefined ? {} : { name: how.name }),
      }))
      .reverse();
  };
  return { start, mirrors, sealing, server, outbox, puller, history, manifestAccess, followVault, isWritable, read, apply };
}

/** What edits of one collection mean for the outbox; what is made over a row that is not as listed is in doubt. */
function changesOn({ rows, faults }: Mirror, { collection, edits, ...how }: CollectionEdits, queue: readonly Change[], nowMs: number) {
  const made = changesOfEdits(collection.name, edits, rows, queue, nowMs, collection.sealed === true);
  const fresh = made.fresh.map((change) => (faults.has(change.recordId) ? { ...change, isDoubtful: true as const } : change));
  return { collection, how, ...made, fresh };
}

const isTakingBack = ({ ofImport }: CollectionEdits) => ofImport !== undefined;

/** What each of so many changes is a part of; one change alone is of nothing. */
function stepsOf(of: number, importId: string | undefined, isBack: boolean): (index: number) => ChangeStep | undefined {
  if (importId !== undefined) {
    const step = { id: importId, of, isImport: true };
    return (index) => (index === of - 1 ? { ...step, isEnd: true } : step);
  }
  if (of < 2) return () => undefined;
  const step = { id: newRecordId(), of, ...(isBack ? { isBack } : {}) };
  return () => step;
}

/**
 * What takes an import back, the last first: without its end the rest is hidden at once on every device. What it added belongs to
 * it no longer, so that it is seen when it comes out of the trash.
 */
function takenBack(inverse: readonly Edit[], importId: string): readonly Edit[] {
  return inverse
    .map(
      (edit): Edit => ('deleted_at' in edit.values && edit.id !== importId ? { ...edit, values: { ...edit.values, batch: null } } : edit),
    )
    .reverse();
}

/** What was edited between a row's arrival and its comparison with the manifest is merged from it only where it was as listed. */
async function doubtFaultyBases(
  store: RecordsStore,
  outbox: Pick<ReturnType<typeof createOutbox>, 'queue' | 'reload'>,
  { collection, faults, rows }: Mirror,
): Promise<void> {
  const doubtful = outbox.queue().filter((change) => {
    const row = change.collection === collection.name && faults.has(change.recordId) ? rows.get(change.recordId) : undefined;
    return row !== undefined && change.isDoubtful !== true && comesFrom(change, row);
  });
  for (const change of doubtful) await store.replace({ ...change, isDoubtful: true });
  if (doubtful.length > 0) await outbox.reload(store);
}

/** Of a session that is over neither rows nor steps of Undo stay in the page. */
function forgetSession(mirrors: { readonly forgetAllRows: () => void }, history: { readonly forgetAll: () => void }): void {
  mirrors.forgetAllRows();
  history.forgetAll();
}
