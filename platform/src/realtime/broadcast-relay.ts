import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../core/database.ts';
import type { Log } from '../core/log.ts';
import type { BroadcastMessage } from './broadcast-frame.ts';
import { maxNotificationBytes } from './notifications.ts';
import type { RoomName } from './rooms.ts';
import { Turns } from './turns.ts';

/** Broadcasts from elsewhere that wait to be delivered. A statement may send one for each of very many rows. */
const mostWaiting = 1_000;

const relayedSchema = z.object({
  /** Which server relays it; empty where the database itself sends. */
  server: z.string(),
  topic: z.string(),
  event: z.string(),
  private: z.boolean().nullish(),
  json: z.string(),
});

/** Carries broadcasts to the other servers on the same database, and from there, and from the database itself, to this one. */
export type BroadcastRelay = {
  /** Hands a broadcast to the other servers; resolves when the database has it. A failure is logged: broadcasts are not kept. */
  readonly pass: (room: RoomName, message: BroadcastMessage) => Promise<void>;
  /** Takes the text of a notification; calls `deliver` with what somebody else sent, one after the other. */
  readonly take: (notification: string, deliver: (room: RoomName, message: BroadcastMessage) => Promise<void>) => Promise<void>;
};

/**
 * Relays through notifications. Only private channels take part, whose senders a policy let in: strangers must not reach the
 * database this way. Bytes, and JSON longer than a notification takes, stay with the clients of one server. The embedded
 * database has one server, and behind a pooler nobody listens: there nothing is relayed. Where more come than are delivered, the
 * newest are dropped.
 */
export function createBroadcastRelay(database: Database, log: Log): BroadcastRelay {
  const server = randomUUID();
  const isShared = database.listensAt?.shared !== undefined;
  const turns = new Turns(1);
  let waiting = 0;
  let isFull = false;
  return {
    pass: async ({ topic, isPrivate }, { event, content }) => {
      if (!isShared || !isPrivate || content.kind !== 'json') return;
      const text = JSON.stringify({ server, topic, event, json: content.json });
      if (Buffer.byteLength(text) > maxNotificationBytes) return;
      try {
        await database.realtime.query(`select pg_notify('realtime_broadcasts', $1)`, [text]);
      } catch (error) {
        log.warn('realtime_broadcast_not_relayed', { error: error instanceof Error ? error : null });
      }
    },
    take: async (notification, deliver) => {
      const relayed = parseRelayed(notification);
      if (relayed === undefined || relayed.server === server) return;
      const { topic, event, json } = relayed;
      const room = { topic, isPrivate: relayed.private ?? true };
      if (waiting >= mostWaiting) {
        if (!isFull) log.warn('realtime_broadcasts_dropped');
        isFull = true;
        return;
      }
      waiting += 1;
      try {
        await turns.run(() => deliver(room, { event, content: { kind: 'json', json } }));
      } finally {
        waiting -= 1;
        if (waiting === 0) isFull = false;
      }
    },
  };
}

function parseRelayed(notification: string): z.infer<typeof relayedSchema> | undefined {
  try {
    return relayedSchema.safeParse(JSON.parse(notification)).data;
  } catch {
    return undefined;
  }
}
