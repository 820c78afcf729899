import type { Timer } from '../../../lib/clock.ts';
import type { RawRecord } from '../record.ts';
import type { RecordsServer } from '../records-server.ts';
import type { RecordsStore } from '../records-store.ts';
import type { LinkState } from './link-state.ts';
import type { Mirror } from './mirror.ts';
import type { MirrorStore } from './mirror-store.ts';
import { pullRows } from './pull-rows.ts';

/** Reads what the server has that this browser does not. */
export type Puller = {
  /** Reads now; a call during a reading has it done once more. Resolves when nothing more is to be read. */
  readonly pull: (mirror: Mirror) => Promise<void>;
  /** Reads soon: several signals shortly after one another become one reading. */
  readonly pullSoon: (mirror: Mirror) => void;
  /** Forgets rows that are gone, in the store and here; does nothing where the session has ended. */
  readonly drop: (store: RecordsStore, mirror: Mirror, ids: readonly string[]) => Promise<void>;
};

/** What it needs from its neighbours and from outside. */
export type PullerPorts = {
  readonly start: () => Promise<RecordsStore>;
  readonly mirrors: MirrorStore;
  readonly server: RecordsServer;
  readonly link: LinkState;
  readonly timer: Timer;
  /** Whether changes are on their way: the server tells of each of them, and what they are is known here. */
  readonly isSending: () => boolean;
  /** Called when the server answers again after it did not. */
  readonly onReachable: () => void;
  /** Called with records that are not on the server any more. */
  readonly onGone: (collection: string, ids: readonly string[]) => void;
  /** Compares a sealed collection's rows with the vault's manifest, while the vault is open. */
  readonly verify: (mirror: Mirror, store: RecordsStore) => Promise<void>;
};

/** Several changes in quick succession are asked for once. */
const debounceMs = 150;
const pollMs = 60_000;
/** The trash is emptied after 30 days, and nothing tells of it. A browser that heard nothing for so long reads everything again. */
const staleMs = 29 * 86_400_000;

/** Makes it. */
export function createPuller(ports: PullerPorts): Puller {
  const { start, mirrors, server, link, timer } = ports;
  const pull = (mirror: Mirror): Promise<void> => {
    mirror.callOffPull();
    if (mirror.pulling !== undefined) {
      mirror.pullAgain = true;
      return mirror.pulling;
    }
    mirror.pulling = pullRounds(mirror).finally(() => {
      mirror.pulling = undefined;
      if (mirror.listeners.size > 0) mirror.callOffPull = timer.after(pollMs, () => void pull(mirror));
    });
    return mirror.pulling;
  };
  const pullRounds = async (mirror: Mirror) => {
    const store = await start();
    if (!mirror.loaded) await load(store, mirror, mirrors);
    do {
      mirror.pullAgain = false;
      const isOver = sessionOf(mirror);
      const pulled = await pullOnce(store, mirror, isOver);
      if (isOver()) {
        mirror.pullAgain ||= mirror.listeners.size > 0;
        continue;
      }
      mirror.failed = pulled !== 'reachable';
      if (pulled === 'reachable') mirror.updatedAtMs = timer.nowMs();
      const wasAway = link.read() !== 'reachable' && pulled === 'reachable';
      link.set(pulled);
      mirrors.invalidate(mirror);
      // The server answers: what waits to be sent need not wait for its own alarm.
      if (wasAway) ports.onReachable();
      if (pulled === 'reachable' && mirror.collection.sealed === true) await ports.verify(mirror, store);
    } while (mirror.pullAgain);
  };
  const pullOnce = async (store: RecordsStore, mirror: Mirror, isOver: () => boolean) => {
    const { name } = mirror.collection;
    const before = mirror.rows;
    const isWhole = mirror.cursor === undefined || timer.nowMs() - Date.parse(mirror.cursor) > staleMs;
    const mentioned = new Set<string>();
    const taken: RawRecord[] = [];
    const pulled = await pullRows(server, name, isWhole ? undefined : mirror.cursor, async (rows, cursor) => {
      if (isOver()) return false;
      for (const { id } of rows) mentioned.add(id);
      noticeRollback(mirror, before, rows);
      // What comes again as it is known is kept already.
      const fresh = rows.filter((row) => mirror.rows.get(row.id) !== row);
      if (fresh.length > 0 && !(await readEnded(mirrors, mirror, pull))) return false;
      if (isOver()) return false;
      await store.putRows(name, fresh, cursor);
      mirror.cursor = cursor ?? mirror.cursor;
      for (const row of fresh) taken.push(row);
      return true;
    });
    if (isOver()) return pulled;
    // All pages at once: an import is not shown by pages.
    mirrors.takeRows(name, taken);
    // Everything was read, so what was not mentioned is gone from the server.
    if (isWhole && pulled === 'reachable')
      await drop(
        store,
        mirror,
        [...before.keys()].filter((id) => !mentioned.has(id)),
      );
    return pulled;
  };
  const drop = async (store: RecordsStore, mirror: Mirror, ids: readonly string[]) => {
    if (ids.length === 0) return;
    // A session that ended during the reading sees empty tables, which does not mean that the rows are gone.
    const session = await server.hasSession();
    if (!session.ok || !session.value) return;
    await store.drop(mirror.collection.name, ids);
    ports.onGone(mirror.collection.name, ids);
  };
  const pullSoon = (mirror: Mirror) => {
    mirror.callOffPull();
    mirror.callOffPull = timer.after(debounceMs, () => (ports.isSending() ? pullSoon(mirror) : void pull(mirror)));
  };
  return { pull, pullSoon, drop };
}

/** Tells whether everything was forgotten since: the answer then belongs to a session that is over. */
function sessionOf(mirror: Mirror): () => boolean {
  const { forgotten } = mirror;
  return () => mirror.forgotten !== forgotten;
}

/**
 * The end of an import is taken in after everything that came with it: that was written before, so it is there once the end is. Whether
 * it could be read.
 */
async function readEnded(mirrors: MirrorStore, { collection }: Mirror, pull: Puller['pull']): Promise<boolean> {
  const others = mirrors.endedBy(collection.name);
  await Promise.all(others.map(pull));
  return others.every(({ failed }) => !failed);
}

async function load(store: RecordsStore, mirror: Mirror, mirrors: MirrorStore): Promise<void> {
  const kept = await store.load(mirror.collection.name);
  mirror.loaded = true;
  mirror.cursor = kept.cursor;
  mirrors.takeRows(mirror.collection.name, kept.rows);
  mirrors.invalidate(mirror);
}

/** Notes sealed rows of which the server shows an earlier version than was known before it was asked, or another text of the same: nobody honest wrote that. */
function noticeRollback(mirror: Mirror, before: ReadonlyMap<string, RawRecord>, rows: readonly RawRecord[]): void {
  if (mirror.collection.sealed !== true) return;
  for (const { id, version, sealed } of rows) {
    const known = before.get(id);
    if (known && (version < known.version || (version === known.version && sealed !== known['sealed']))) mirror.rolledBack.set(id, version);
    else mirror.rolledBack.delete(id);
  }
}
