import { createSignal } from './store.ts';

/** What is known of something at one moment. What was had and may be old is `ready` and `stale`. */
export type LiveState<Value> =
  | { readonly status: 'loading' }
  /** Nothing was ever had, and nobody answers. */
  | { readonly status: 'failed' }
  /** It is sealed, and its key is not here. */
  | { readonly status: 'locked' }
  | { readonly status: 'ready'; readonly value: Value; readonly stale: boolean };

/** Something that tells of itself for as long as someone listens. `read` answers the same object until it is told of a change. */
export type Live<Value> = {
  readonly read: () => LiveState<Value>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks again; resolves when the answer, or its absence, is there. */
  readonly refresh: () => Promise<void>;
};

/** Brings what is live only when someone wants it: the module's default export makes it. */
export type Supplier<Value> = () => Promise<{ readonly default: () => Value }>;

/** One of several lives, by whom it is of. */
export type Gathered<Value> = { readonly id: string; readonly state: LiveState<Value> };

type Member<Value> = {
  readonly id: string;
  readonly supply: Supplier<Live<Value>>;
  live: Live<Value> | undefined;
  broken: boolean;
  stop: () => void;
};

/**
 * Several suppliers as one: loaded at the first listener, each told of by its own state. One that cannot be loaded is `failed`
 * and hides none of the others; a refresh tries it again.
 */
export function gatherLive<Value>(suppliers: readonly { readonly id: string; readonly supply: Supplier<Live<Value>> }[]): {
  readonly read: () => readonly Gathered<Value>[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly refresh: () => Promise<void>;
} {
  const members = suppliers.map((one): Member<Value> => ({ ...one, live: undefined, broken: false, stop: () => undefined }));
  const changes = createSignal(() => start());
  let snapshot: readonly Gathered<Value>[] | undefined;
  const tell = () => {
    snapshot = undefined;
    changes.tell();
  };
  const listen = (member: Member<Value>) => {
    member.stop();
    if (member.live !== undefined && changes.isWatched()) member.stop = member.live.subscribe(tell);
  };
  const load = async (member: Member<Value>) => {
    try {
      member.live ??= (await member.supply()).default();
      member.broken = false;
      listen(member);
    } catch {
      member.broken = true;
    }
    tell();
  };
  const start = () => {
    for (const member of members) {
      if (member.live === undefined) void load(member);
      else listen(member);
    }
    return () => {
      for (const member of members) {
        member.stop();
        member.stop = () => undefined;
      }
    };
  };
  return {
    read: () => {
      snapshot ??= members.map(({ id, live, broken }) => ({
        id,
        state: live?.read() ?? (broken ? { status: 'failed' } : { status: 'loading' }),
      }));
      return snapshot;
    },
    subscribe: changes.subscribe,
    refresh: async () => {
      await Promise.all(members.map((member) => (member.live === undefined ? load(member) : member.live.refresh())));
    },
  };
}
