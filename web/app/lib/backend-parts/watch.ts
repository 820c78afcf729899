import type { RealtimeClient } from '@supabase/realtime-js';
import { afterPaint } from '../after-paint.ts';
import type { Shape } from '../shape.ts';
import { type BackendAuth, backendKey, openBackend, takeTurn, tokenOf } from './client.ts';
import { askAgainMs, momentMs, reach } from './reach.ts';

/** What a live subscription tells: a new row, or whether it is being listened to at all. */
export type InsertSignal<Row> = { readonly kind: 'row'; readonly row: Row } | { readonly kind: 'listening' } | { readonly kind: 'lost' };

/** The socket tries again after so long, and then once a minute. */
const reconnectMs: readonly number[] = [1_000, 2_000, 5_000];

let openingLive: Promise<RealtimeClient> | undefined;
let watchers = 0;

/** Tells of rows as they are inserted, as far as the caller's policies let them be seen; returns the way to stop. */
export function watchInserts<Row>(table: string, shape: Shape<Row>, tell: (signal: InsertSignal<Row>) => void): () => void {
  return whileWatched(
    openLive,
    (client, isStopped) => {
      // Two watchers of one table need two topics: the client hands out one channel a topic.
      watchers += 1;
      const channel = client.channel(`inserts:${table}:${watchers}`);
      channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table }, ({ new: record }: { readonly new: unknown }) => {
        const row = shape.safeParse(record);
        if (!isStopped() && row.success) tell({ kind: 'row', row: row.data });
      });
      channel.subscribe((state) => {
        if (!isStopped()) tell({ kind: state === 'SUBSCRIBED' ? 'listening' : 'lost' });
      });
      return () => void client.removeChannel(channel);
    },
    () => tell({ kind: 'lost' }),
  );
}

/** A private channel between the owner's devices. */
export type DeviceChannel = {
  /** Says something to the other devices that listen now; lost where there is no connection. */
  readonly say: (payload: Readonly<Record<string, unknown>>) => void;
  readonly leave: () => void;
};

/** Joins a private channel, which the backend lets only the owner into; `hear` gets what other devices say, in any shape. */
export function joinDevices(topic: string, hear: (payload: unknown) => void): DeviceChannel {
  const event = 'said';
  let say: DeviceChannel['say'] = () => undefined;
  const leave = whileWatched(
    openLive,
    (client, isStopped) => {
      const channel = client.channel(topic, { config: { private: true, broadcast: { self: false } } });
      channel.on('broadcast', { event }, ({ payload }: { readonly payload?: unknown }) => {
        if (!isStopped()) hear(payload);
      });
      channel.subscribe((state) => {
        // Before it has joined, the client would send by a request of its own instead.
        say = state === 'SUBSCRIBED' ? (payload) => void channel.send({ type: 'broadcast', event, payload }) : () => undefined;
      });
      return () => void client.removeChannel(channel);
    },
    () => undefined,
  );
  return { say: (payload) => say(payload), leave };
}

/** Tells that rows of a table changed, as far as the caller's policies let them be seen; returns the way to stop. */
export function watchChanges(table: string, tell: (signal: 'changed' | 'listening' | 'lost') => void): () => void {
  return whileWatched(
    openLive,
    (client, isStopped) => {
      watchers += 1;
      const channel = client.channel(`changes:${table}:${watchers}`);
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => {
        if (!isStopped()) tell('changed');
      });
      channel.subscribe((state) => {
        if (!isStopped()) tell(state === 'SUBSCRIBED' ? 'listening' : 'lost');
      });
      return () => void client.removeChannel(channel);
    },
    () => tell('lost'),
  );
}

/** Calls the listener when the session ends in this browser, whoever ended it; returns the way to stop. */
export function watchSessionEnd(listener: () => void): () => void {
  return whileWatched(
    openBackend,
    ({ auth }, isStopped) => {
      const { data } = auth.onAuthStateChange((event) => {
        if (!isStopped() && event === 'SIGNED_OUT') listener();
      });
      return () => data.subscription.unsubscribe();
    },
    () => undefined,
  );
}

/** Begins watching once what is watched by is open, unless it was stopped before; returns the way to stop at any moment. */
function whileWatched<Opened>(
  open: () => Promise<Opened>,
  begin: (opened: Opened, isStopped: () => boolean) => () => void,
  onUnreachable: () => void,
): () => void {
  let stopped = false;
  let leave = () => {};
  const openInTurn = async () => {
    const opened = await open();
    await takeTurn();
    return opened;
  };
  openInTurn().then(
    (opened) => {
      if (!stopped) leave = begin(opened, () => stopped);
    },
    () => {
      if (!stopped) onUnreachable();
    },
  );
  return () => {
    stopped = true;
    leave();
  };
}

/** The socket that tells of changes, with the session's present token. What is drawn when somebody begins to listen is painted first. */
async function openLive(): Promise<RealtimeClient> {
  openingLive ??= afterPaint()
    .then(loadLive)
    .catch((cause: unknown) => {
      openingLive = undefined;
      throw cause;
    });
  const live = await openingLive;
  // It is handed a token at sign-in and at refresh, not when a second factor lifts the session.
  await live.setAuth();
  return live;
}

async function loadLive(): Promise<RealtimeClient> {
  const [{ auth, fetch: fetchAsSession }, { RealtimeClient }] = await Promise.all([openBackend(), import('@supabase/realtime-js')]);
  const key = backendKey();
  const live = new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    accessToken: async () => (await tokenOf(auth).catch(() => undefined)) ?? key,
    fetch: fetchAsSession,
    params: { apikey: key },
    reconnectAfterMs: (tries) => reconnectMs[tries - 1] ?? askAgainMs,
  });
  followSession(auth, live);
  reach.onHeard(() => live.connect(), momentMs);
  return live;
}

/** Hands the socket each new token of the session, and takes it back when the session ends. */
function followSession(auth: BackendAuth, live: RealtimeClient): void {
  let handed: string | undefined;
  auth.onAuthStateChange((event, session) => {
    const token = session?.access_token;
    if (event === 'SIGNED_OUT') {
      handed = undefined;
      void live.setAuth();
    } else if ((event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN' || event === 'INITIAL_SESSION') && token !== handed) {
      handed = token;
      void live.setAuth(token);
    }
  });
}
