import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Timer } from '../../lib/clock.ts';
import { mergeSets } from './change.ts';
import type { Collection } from './collection.ts';
import type { Feed } from './collection-state.ts';
// What the engine fetches for a conflict is here by then: a world that waits for nobody would not wait for it.
import './conflicts/settle-conflict.ts';
import { noCopies, type VerifiedCopies } from './copies/verified-copies.ts';
import { createRecordsEngine, type RecordsEngine } from './engine/records-engine.ts';
import { type Fields, type RawRecord, recordColumns } from './record.ts';
import type { RecordsServer } from './records-server.ts';
import type { RecordsStore } from './records-store.ts';
import type { ListedFault, SealedDraft, SealedPlace, SealedWriteFailure, Sealer, SealState, VaultSealer } from './sealer.ts';
import type { TabMessage } from './tabs.ts';
import { sealerOf } from './write-sealed.ts';

const thingSchema = z.object({
  ...recordColumns,
  title: z.string(),
  notes: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
});

/** The record that these tests write. */
export type Thing = z.infer<typeof thingSchema>;

/** A collection as a page declares one. */
export const things: Collection<Thing> = {
  name: 'things',
  schema: thingSchema,
  merges: { tags: mergeSets },
  nameOf: (fields) => String(fields['title'] ?? 'a thing'),
};

/** The same as a sealed collection. */
export const sealedThings: Collection<Thing> = { ...things, name: 'sealed_things', sealed: true };

/**
 * A vault that a test opens and closes. Its texts are bound to their places as the real ones are, and hide nothing: what is
 * looked for in store and server is that they hold these texts and no field beside them.
 */
export function createFakeVault(server = createFakeServer(), copies: VerifiedCopies = noCopies) {
  let sealState: SealState = 'open';
  const listeners = new Set<() => void>();
  const textOf = (place: SealedPlace, fields: Fields) => `sealed:${btoa(encodeURIComponent(JSON.stringify([place, fields])))}`;
  const writeOne = createSealedWriter(server, textOf);
  const open = (place: SealedPlace, text: string): Result<Fields, { readonly code: string }> => {
    try {
      const [sealedFor, fields] = JSON.parse(decodeURIComponent(atob(text.slice(7)))) as [SealedPlace, Fields];
      if (JSON.stringify(sealedFor) === JSON.stringify(place)) return succeed(fields);
      return fail({ code: sealedFor.version < place.version ? 'stale' : 'unreadable' });
    } catch {
      return fail({ code: 'unreadable' });
    }
  };
  const vaultSealer: VaultSealer = {
    sealState: () => sealState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seal: async (records) => {
      if (sealState !== 'open') return fail({ code: 'locked' });
      if (records.some(({ fields }) => JSON.stringify(fields).length > 5_000)) return fail({ code: 'unsealable' });
      return succeed(records.map(({ place, fields }) => textOf(place, fields)));
    },
    open: async (records) =>
      sealState === 'open' ? succeed(records.map(({ place, text }) => open(place, text))) : fail({ code: 'locked' }),
    write: async (records) => {
      if (sealState !== 'open') return fail({ code: 'locked' });
      if (records.some(({ fields }) => JSON.stringify(fields ?? null).length > 5_000)) return fail({ code: 'unsealable' });
      const rows: RawRecord[] = [];
      for (const draft of records) {
        const written = await writeOne(draft);
        if (!written.ok) return written;
        rows.push(written.value);
      }
      return succeed(rows);
    },
    verify: async (collection, shown) => {
      if (sealState !== 'open') return fail({ code: 'locked' });
      const first = server.faultsOf(collection, shown.rows());
      if (first.length === 0) return succeed([]);
      const there = await shown.readAgain(first.map(({ id }) => id));
      if (there === undefined) return fail({ code: 'unanswered' });
      await shown.drop(first.filter(({ id, code }) => code === 'unlisted' && !there.has(id)).map(({ id }) => id));
      return succeed(server.faultsOf(collection, shown.rows()));
    },
    putBack: async (collection, copy) => {
      if (sealState !== 'open') return fail({ code: 'locked' });
      const opened = open({ class: 'row', collection, id: copy.id, version: copy.version }, String(copy['sealed']));
      if (!opened.ok) return fail({ code: 'unreadable' });
      const there = server.rows.get(copy.id);
      const over = there && { version: there.version, sealed: String(there['sealed']), deleted: there.deleted_at !== null };
      if (over === undefined) server.listed.delete(copy.id);
      const draft = { collection, id: copy.id, fields: opened.value, deletedAt: copy.deleted_at, isOverride: true as const };
      return (await writeOne(over === undefined ? draft : { ...draft, over })).ok ? succeed(undefined) : fail({ code: 'unanswered' });
    },
    forget: async (_collection, ids) => {
      for (const id of ids) server.listed.delete(id);
      return succeed(undefined);
    },
  };
  const sealer = sealerOf(vaultSealer, copies);
  return {
    sealer,
    putBack: vaultSealer.putBack,
    /** A text as another device of the owner's makes it. */
    textOf,
    become: (next: SealState) => {
      sealState = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Writes sealed records one by one; row and listing are written together. */
function createSealedWriter(server: FakeServer, textOf: (place: SealedPlace, fields: Fields) => string) {
  const writeOne = async ({ collection, id, over, fields, createdAt, deletedAt, isOverride }: SealedDraft): ReturnType<typeof written> => {
    const listed = server.listed.get(id);
    if (over === undefined && (listed !== undefined || server.rows.has(id))) return fail({ code: 'changed_elsewhere', id });
    const fits = over === undefined || (listed?.version === over.version && listed.sealed === over.sealed);
    if (!fits && isOverride !== true) return fail({ code: 'not_as_listed', id });
    const version = Math.max(over?.version ?? 0, listed?.version ?? 0) + 1;
    const sealed = fields === undefined ? (over?.sealed ?? '') : textOf({ class: 'row', collection, id, version }, fields);
    const clear = { sealed, deleted_at: deletedAt };
    const asked =
      over === undefined
        ? await server.server.create(collection, [{ ...clear, id, ...(createdAt === undefined ? {} : { created_at: createdAt }) }])
        : await server.server.change(collection, { id, version: over.version, updated_at: '', deleted_at: null }, { ...clear, version });
    return written(id, version, sealed, asked);
  };
  const written = async (
    id: string,
    version: number,
    sealed: string,
    asked: Awaited<ReturnType<RecordsServer['create' | 'change']>>,
  ): Promise<Result<RawRecord, SealedWriteFailure>> => {
    // Row and listing are written together, whether or not the answer arrives.
    const row = server.rows.get(id);
    if (row?.version === version && row['sealed'] === sealed) server.listed.set(id, { version, sealed, deleted: row.deleted_at !== null });
    if (!asked.ok) return asked.failure.code === 'vault_closed' ? fail({ code: 'locked' }) : fail(asked.failure);
    const answer = Array.isArray(asked.value) ? asked.value[0] : asked.value;
    return answer === undefined ? fail({ code: 'changed_elsewhere', id }) : succeed(answer as RawRecord);
  };
  return writeOne;
}

/** How the server stands: it answers; it is out of reach; it does what is asked and its answer is lost; the session ended. */
export type ServerMode = 'up' | 'down' | 'answers lost' | 'session over';

type FakeServer = ReturnType<typeof createFakeServer>;

/** A server with one table that checks and counts as the real one does. */
export function createFakeServer() {
  const table = createFakeTable();
  const { rows, stamp, put } = table;
  /** What the manifest says of each sealed record. */
  const listed = new Map<string, { readonly version: number; readonly sealed: string; readonly deleted: boolean }>();
  const faultOf = (row: RawRecord): string | undefined => {
    const known = listed.get(row.id);
    if (known === undefined) return 'unlisted';
    if (known.version !== row.version) return row.version < known.version ? 'stale' : 'ahead';
    return known.sealed === row['sealed'] && known.deleted === (row.deleted_at !== null) ? undefined : 'altered';
  };
  return {
    server: serverOver(table),
    rows,
    listed,
    /** How rows stand to the manifest. */
    faultsOf: (collection: string, shown: readonly RawRecord[]): readonly ListedFault[] => [
      ...shown.flatMap((row) => {
        const code = faultOf(row);
        return code === undefined ? [] : [{ id: row.id, code }];
      }),
      ...[...listed].flatMap(([id, { deleted }]) =>
        deleted || !table.isOf(collection, id) || shown.some((row) => row.id === id) ? [] : [{ id, code: 'missing' }],
      ),
    ],
    /** A row that somebody else wrote. */
    plant: (row: Fields & { readonly id: string }) =>
      put({ created_at: stamp(), deleted_at: null, version: 1, ...row, updated_at: stamp() }),
    /** Lets the server's own time pass. */
    age: table.age,
    become: table.become,
    writes: table.writes,
  };
}

type FakeTable = ReturnType<typeof createFakeTable>;

/** The rows, and how the server stands. */
function createFakeTable() {
  const rows = new Map<string, RawRecord>();
  let mode: ServerMode = 'up';
  let clockMs = Date.parse('2026-11-21T12:00:00Z');
  let writes = 0;
  const stamp = () => {
    clockMs += 1;
    return new Date(clockMs).toISOString();
  };
  const ask = async <Value>(work: () => Value) => {
    if (mode === 'down') return fail({ code: 'backend_unreachable' });
    const value = work();
    return mode === 'answers lost' ? fail({ code: 'backend_unreachable' }) : succeed(value);
  };
  const put = (row: RawRecord) => {
    writes += 1;
    rows.set(row.id, row);
  };
  /** The collection of each row that a client made; a planted one is of whichever is asked for. */
  const kinds = new Map<string, string>();
  const isOf = (collection: string, id: string) => (kinds.get(id) ?? collection) === collection;
  return {
    rows,
    kinds,
    isOf,
    stamp,
    put,
    ask,
    mode: () => mode,
    nowMs: () => clockMs,
    age: (durationMs: number) => {
      clockMs += durationMs;
    },
    become: (next: ServerMode) => {
      mode = next;
    },
    writes: () => writes,
  };
}

/** Why a row would be refused. */
function refusal(values: Fields): BackendFailure | undefined {
  return typeof values['title'] === 'string' && values['title'].trim() === ''
    ? {
        code: 'refused',
        reason: '23514',
        details: ['new row for relation "things" violates check constraint "A title has 1 to 500 characters"'],
      }
    : undefined;
}

/** What the client may ask of the table. */
function serverOver({ rows, kinds, isOf, mode, nowMs, stamp, put, ask }: FakeTable): RecordsServer {
  return {
    create: async (collection, records) => {
      if (mode() === 'session over') return fail({ code: 'unauthorized' });
      const refused = mode() === 'down' ? undefined : records.map(refusal).find((one) => one !== undefined);
      if (refused !== undefined) return fail(refused);
      return ask(() => {
        for (const record of records) {
          const id = String(record['id']);
          if (rows.has(id)) continue;
          kinds.set(id, collection);
          put({ created_at: stamp(), deleted_at: null, ...record, id, version: 1, updated_at: stamp() });
        }
        return records.flatMap((record) => rows.get(String(record['id'])) ?? []);
      });
    },
    change: async (_collection, { id, version }, values) => {
      const refused = mode() === 'down' ? undefined : refusal(values);
      if (refused !== undefined) return fail(refused);
      return ask(() => {
        const row = rows.get(id);
        if (mode() === 'session over' || row === undefined || row.version !== version) return undefined;
        put({
          ...row,
          ...values,
          id,
          version: Number(values['version'] ?? version + 1),
          updated_at: stamp(),
          deleted_at: (values['deleted_at'] ?? null) as string | null,
        });
        return rows.get(id);
      });
    },
    writeTogether: async (writes) => {
      if (mode() === 'session over') return fail({ code: 'unauthorized' });
      for (const { collection, id, values } of mode() === 'down' ? [] : writes) {
        const refused = refusal(values);
        if (refused?.code === 'refused')
          return fail({ ...refused, details: refused.details.map((detail) => `${collection} ${id}: ${detail}`) });
      }
      if (
        mode() !== 'down' &&
        writes.some(({ id, expected_version: version }) => version !== undefined && rows.get(id)?.version !== version)
      )
        return fail({ code: 'refused', reason: 'PT409', details: [] });
      return ask(() =>
        writes.flatMap(({ collection, id, values, expected_version: version = 0 }) => {
          if (!rows.has(id)) kinds.set(id, collection);
          const row = rows.get(id) ?? { created_at: stamp(), deleted_at: null };
          if (version > 0 || !rows.has(id)) put({ ...row, ...values, id, version: version + 1, updated_at: stamp() } as RawRecord);
          return rows.get(id) ?? [];
        }),
      );
    },
    readMany: (_collection, ids) => ask(() => (mode() === 'session over' ? [] : ids.flatMap((id) => rows.get(id) ?? []))),
    read: (_collection, id) => ask(() => (mode() === 'session over' ? undefined : rows.get(id))),
    writtenSince: (collection, since, offset) =>
      ask(() =>
        [...rows.values()]
          .filter((row) => mode() !== 'session over' && isOf(collection, row.id) && (since === undefined || row.updated_at >= since))
          .sort((one, other) => (one.updated_at < other.updated_at ? -1 : 1))
          .slice(offset, offset + 1000),
      ),
    emptyTrash: () =>
      ask(() => {
        const gone = [...rows.values()].filter((row) => row.deleted_at !== null && Date.parse(row.updated_at) < nowMs() - 30 * 86_400_000);
        for (const { id } of gone) rows.delete(id);
        return gone.length;
      }),
    hasSession: () => ask(() => mode() !== 'session over'),
  };
}

/** One tab of a fake browser. */
type FakeTab<Row> = { readonly engine: RecordsEngine; readonly feed: Feed<Row>; readonly kill: () => void };

/** What `createFakeBrowser` makes. */
type FakeBrowser<Row> = {
  readonly openTab: (sealer?: Sealer) => FakeTab<Row>;
  /** What another part of this browser tells every tab. */
  readonly tell: (message: TabMessage) => void;
  /** Lets time pass and every alarm that is due ring. */
  readonly pass: (durationMs: number) => Promise<void>;
};

/** Browser tabs on one store: a tab can be killed, which leaves the store alone. */
export function createFakeBrowser(store: RecordsStore, server: RecordsServer): FakeBrowser<Thing>;
export function createFakeBrowser<Row extends RawRecord>(
  store: RecordsStore,
  server: RecordsServer,
  collection: Collection<Row>,
): FakeBrowser<Row>;
export function createFakeBrowser<Row extends RawRecord>(
  store: RecordsStore,
  server: RecordsServer,
  collection: Collection<Row> = things as unknown as Collection<Row>,
): FakeBrowser<Row> {
  const tabs: { hear: (message: TabMessage) => void; readonly tab: number }[] = [];
  const { timer, pass } = createFakeTime();
  let locked: Promise<unknown> = Promise.resolve();
  let tabsOpened = 0;
  const openTab = (sealer: Sealer = createFakeVault().sealer): FakeTab<Row> => {
    tabsOpened += 1;
    const tab = tabsOpened;
    let alive = true;
    const whileAlive = <Value>(work: () => Promise<Value>): Promise<Value> => (alive ? work() : new Promise(() => undefined));
    const engine = createRecordsEngine({
      // A killed tab stops wherever it waits: what it had not asked for yet never happens.
      store: Promise.resolve({
        ...store,
        load: (...given) => underWay(store.load(...given)),
        changes: () => underWay(store.changes()),
        putRows: (...given) => underWay(store.putRows(...given)),
        settle: (...given) => whileAlive(() => underWay(store.settle(...given))),
        exchange: (...given) => whileAlive(() => underWay(store.exchange(...given))),
        replace: (...given) => whileAlive(() => underWay(store.replace(...given))),
        append: (...given) => whileAlive(() => underWay(store.append(...given))),
      }),
      server: {
        ...server,
        create: (...given) => whileAlive(() => server.create(...given)),
        change: (...given) => whileAlive(() => server.change(...given)),
        writeTogether: (...given) => whileAlive(() => server.writeTogether(...given)),
      },
      tabs: {
        tell: (message) => {
          for (const other of tabs) if (other.tab !== tab && alive) other.hear(message);
        },
        listen: (listener) => void tabs.push({ hear: listener, tab }),
      },
      timer,
      exclusively: (work) => {
        if (!alive) return new Promise(() => undefined);
        const mine = locked.then(() => whileAlive(work));
        // A killed tab's lock is free again.
        const released = Promise.race([mine.catch(() => undefined), new Promise<void>((resolve) => killings.add(resolve))]);
        locked = Promise.all([locked, released]);
        return mine;
      },
      sealer,
      watch: () => () => undefined,
      onWake: () => () => undefined,
    });
    const killings = new Set<() => void>();
    const feed = engine.open(collection);
    const stop = feed.subscribe(() => undefined);
    return {
      engine,
      feed,
      kill: () => {
        alive = false;
        stop();
        for (const free of killings) free();
      },
    };
  };
  return {
    openTab,
    tell: (message) => {
      for (const { hear } of tabs) hear(message);
    },
    pass,
  };
}

/** A clock that stands still but for `pass`, and its alarms. */
function createFakeTime() {
  let nowMs = Date.parse('2026-11-21T12:00:00Z');
  let alarms: { readonly atMs: number; readonly run: () => void }[] = [];
  const timer: Timer = {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const alarm = { atMs: nowMs + delayMs, run };
      alarms = [...alarms, alarm];
      return () => {
        alarms = alarms.filter((one) => one !== alarm);
      };
    },
  };
  const pass = async (durationMs: number) => {
    const untilMs = nowMs + durationMs;
    for (;;) {
      await settled();
      const next = alarms.filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined) break;
      alarms = alarms.filter((one) => one !== next);
      nowMs = Math.max(nowMs, next.atMs);
      next.run();
    }
    nowMs = untilMs;
  };
  return { timer, pass };
}

let pending = 0;

/** Counts what the store has not answered yet. */
async function underWay<Value>(work: Promise<Value>): Promise<Value> {
  pending += 1;
  try {
    return await work;
  } finally {
    pending -= 1;
  }
}

/** Resolves once the store has answered everything and nobody asked it again. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 8; quiet += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (pending > 0) quiet = 0;
  }
}
