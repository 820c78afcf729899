import { randomUUID } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { z } from 'zod';
import type { Database } from '../../core/database.ts';
import type { Log } from '../../core/log.ts';
import { maxNotificationBytes } from '../notifications.ts';
import type { RealtimeLimits } from '../realtime-limits.ts';
import { type Presence, PresencesElsewhere, type TellOfPresences } from './presences-elsewhere.ts';

/** Servers whose presences are kept, and how long all of it may be. */
const mostServers = 32;
const mostCharacters = 16 * 1024 * 1024;

/** Presences of this server that the others are told of; further ones stay here. */
const mostRelayed = 2_000;

/** Notifications of one transaction, and those that wait for theirs; a list makes up for what is lost beyond. */
const messagesAtOnce = 200;
const mostWaiting = 2 * mostRelayed;

/** What servers say to each other. `here` and `list` … `end` bring who is present, `alive` that the server is; `ask` wants a list, of all or of one. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ server: z.string(), kind: z.literal('ask'), of: z.string().optional() }),
  z.object({ server: z.string(), kind: z.enum(['alive', 'list', 'end', 'stop']) }),
  z.object({
    server: z.string(),
    kind: z.literal('here'),
    topic: z.string(),
    key: z.string(),
    ref: z.string(),
    replaced: z.string().optional(),
    presence: z.record(z.string(), z.unknown()),
  }),
  z.object({ server: z.string(), kind: z.literal('left'), ref: z.string() }),
]);
type Message = z.output<typeof messageSchema>;
type Said = Message extends infer Each ? (Each extends unknown ? Omit<Each, 'server'> : never) : never;

/** The private channels of this server. */
export type LocalPresences = {
  readonly all: () => readonly { readonly topic: string; readonly presence: Presence }[];
  readonly tell: TellOfPresences;
};

/** What the channels of this server ask and tell. */
export type PresencePeers = {
  /** Who is present in a private channel at the other servers. */
  readonly in: (topic: string) => readonly Presence[];
  readonly countIn: (topic: string) => number;
  /** Somebody came to be present here, said something else of itself, or left. */
  readonly changed: (topic: string, joined: Presence | undefined, left: Presence | undefined) => void;
};

/** Tells the servers of one database who is present. */
export type PresenceRelay = PresencePeers & {
  readonly start: (local: LocalPresences) => void;
  /** Notifications are heard from now on: what was said before was missed, so the others are asked. */
  readonly listening: () => void;
  /** Takes the text of a notification. */
  readonly take: (notification: string) => void;
  /** Says that everybody here is gone. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Pick<RealtimeLimits, 'presencesPerChannel' | 'presenceBeatMs' | 'presenceLeaseMs'>;
};

/**
 * Relays through notifications, as broadcasts are: presences of private channels, up to the length of a notification. Nothing is stored.
 * A server that has some says so every few seconds, whatever their number; one that was not heard for the lease is taken for dead. Who
 * begins to listen asks the others for their lists.
 */
export function createPresenceRelay({ database, log, clock, limits }: Options): PresenceRelay {
  const server = randomUUID();
  const isShared = database.listensAt?.shared !== undefined;
  const relayed = new Set<string>();
  let local: LocalPresences = { all: () => [], tell: () => undefined };
  const elsewhere = new PresencesElsewhere(
    { servers: mostServers, presencesPerChannel: limits.presencesPerChannel, characters: mostCharacters },
    (topic, change) => local.tell(topic, change),
  );
  const line = openLine({ database, log });
  const say = (said: Said) => isShared && line.say(textOf({ server, ...said }));

  let isListWanted = false;
  /** Says who is present here, once for all who ask at the same moment. */
  const wantList = () => {
    if (!isListWanted) queueMicrotask(list);
    isListWanted = true;
  };
  function list(): void {
    isListWanted = false;
    relayed.clear();
    say({ kind: 'list' });
    for (const { topic, presence } of local.all()) sayHere(topic, presence, undefined);
    say({ kind: 'end' });
  }

  function sayHere(topic: string, presence: Presence, replaced: string | undefined): void {
    const said = hereOf(topic, presence, replaced);
    const isShort = Buffer.byteLength(textOf({ server, ...said })) <= maxNotificationBytes;
    if (replaced !== undefined && relayed.delete(replaced) && !isShort) say({ kind: 'left', ref: replaced });
    if (!isShort || relayed.size >= mostRelayed) return;
    relayed.add(presence.ref);
    say(said);
  }

  let beating: NodeJS.Timeout | undefined;
  const beat = () => {
    elsewhere.forgetSilent(clock.nowMs() - limits.presenceLeaseMs);
    if (line.forgetLoss()) {
      list();
      say({ kind: 'ask' });
    } else if (relayed.size > 0) say({ kind: 'alive' });
  };

  return {
    in: (topic) => elsewhere.in(topic),
    countIn: (topic) => elsewhere.countIn(topic),
    changed: (topic, joined, left) => {
      if (!isShared) return;
      if (joined !== undefined) sayHere(topic, joined, left?.ref);
      else if (left !== undefined && relayed.delete(left.ref)) say({ kind: 'left', ref: left.ref });
    },
    start: (given) => {
      local = given;
      if (isShared) beating = setInterval(beat, limits.presenceBeatMs).unref();
    },
    listening: () => say({ kind: 'ask' }),
    take: (notification) => {
      const message = parseMessage(notification);
      if (message === undefined || message.server === server) return;
      if (message.kind === 'ask') {
        if (message.of === undefined || message.of === server) wantList();
        return;
      }
      // One that was taken for dead goes on: what it had said is gone here.
      if (!elsewhere.knows(message.server) && ['alive', 'here'].includes(message.kind)) say({ kind: 'ask', of: message.server });
      elsewhere.hear(message.server, clock.nowMs());
      takeMessage(elsewhere, message);
    },
    stop: async () => {
      clearInterval(beating);
      if (relayed.size > 0) say({ kind: 'stop' });
      await line.drained();
    },
  };
}

function takeMessage(elsewhere: PresencesElsewhere, message: Message): void {
  const { server } = message;
  if (message.kind === 'here') {
    const { topic, key, ref, presence, replaced } = message;
    elsewhere.join(server, topic, { key, ref, json: JSON.stringify(presence) }, replaced);
  } else if (message.kind === 'left') elsewhere.leave(server, message.ref);
  else if (message.kind === 'list') elsewhere.beginList(server);
  else if (message.kind === 'end') elsewhere.endList(server);
  else if (message.kind === 'stop') elsewhere.forget(server);
}

function hereOf(topic: string, { key, ref, json }: Presence, replaced: string | undefined): Said {
  return { kind: 'here', topic, key, ref, presence: JSON.parse(json), ...(replaced === undefined ? {} : { replaced }) };
}

function textOf(message: unknown): string {
  return JSON.stringify(message);
}

function parseMessage(notification: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(notification)).data;
  } catch {
    return undefined;
  }
}

/** Sends texts in their order, many at once where they come quickly. What could not be sent is lost, and said to be. */
function openLine({ database, log }: Pick<Options, 'database' | 'log'>) {
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let hasLost = false;
  const send = async () => {
    while (waiting.length > 0) {
      const texts = waiting.splice(0, messagesAtOnce);
      try {
        await database.realtime.query(`select count(pg_notify('realtime_presences', said)) from unnest($1::text[]) said`, [texts]);
      } catch (error) {
        waiting = [];
        hasLost = true;
        log.warn('realtime_presences_not_relayed', { error: error instanceof Error ? error : null });
      }
    }
    sending = undefined;
  };
  return {
    say: (text: string) => {
      waiting.push(text);
      sending ??= send();
      if (waiting.length <= mostWaiting) return;
      waiting = [];
      hasLost = true;
    },
    /** Whether something was lost since the last question. */
    forgetLoss: () => {
      const had = hasLost;
      hasLost = false;
      return had;
    },
    drained: async () => sending,
  };
}
