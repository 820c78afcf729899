import { z } from 'zod';
import type { BroadcastMessage } from './broadcast-frame.ts';
import type { BroadcastRelay } from './broadcast-relay.ts';
import { type Channel, sendEvent } from './channel.ts';
import { type ChannelGate, unauthorizedToSend } from './channel-gate.ts';
import { answer, type Question, refuse } from './replies.ts';
import type { RoomName, Rooms } from './rooms.ts';

const presenceSchema = z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()).nullish() });

/** Carries broadcasts and presence between the channels of a room. */
export class RoomMessages {
  readonly #rooms: Rooms;
  readonly #gate: ChannelGate;
  readonly #relay: BroadcastRelay;

  constructor(rooms: Rooms, gate: ChannelGate, relay: BroadcastRelay) {
    this.#rooms = rooms;
    this.#gate = gate;
    this.#relay = relay;
  }

  /** A client's broadcast: to everybody else in its room, to itself if it asked for that; acknowledged if it asked for that. */
  async broadcast(channel: Channel, question: Question, message: BroadcastMessage): Promise<void> {
    const { connection, topic, request } = channel;
    const { sendsBroadcasts } = await this.#gate.rightsIn(channel);
    if (!sendsBroadcasts) return refuse(connection, question, unauthorizedToSend(topic));
    await this.send({ topic, isPrivate: request.isPrivate }, message, request.broadcast.toSelf ? undefined : channel);
    if (request.broadcast.acknowledge) answer(connection, question, {});
  }

  /** Sends a broadcast to everybody in a room whom the policies still let hear it, but for `sender`; on all servers. */
  async send(room: RoomName, message: BroadcastMessage, sender?: Channel): Promise<void> {
    await this.#deliver(room, message, sender);
    await this.#relay.pass(room, message);
  }

  /** Takes a notification of what another server broadcast. */
  takeRelayed(notification: string): Promise<void> {
    return this.#relay.take(notification, (room, message) => this.#deliver(room, message));
  }

  async #deliver(room: RoomName, { event, content }: BroadcastMessage, sender?: Channel): Promise<void> {
    for (const member of this.#rooms.members(room)) {
      if (member === sender || !(await this.#gate.rightsIn(member)).hearsBroadcasts) continue;
      if (content.kind === 'json') sendEvent(member, 'broadcast', content.json);
      else member.connection.sendBytes(member.topic, event, content.bytes);
    }
  }

  /** A client's `track` or `untrack`. */
  async presence(channel: Channel, question: Question, payload: unknown): Promise<void> {
    const { connection, topic } = channel;
    const presence = presenceSchema.safeParse(payload);
    if (!presence.success) return refuse(connection, question, 'presence: an event is missing, or the payload is no object');
    const { sendsPresence } = await this.#gate.rightsIn(channel);
    if (!sendsPresence) return refuse(connection, question, unauthorizedToSend(topic));
    if (presence.data.event === 'untrack') this.#rooms.untrack(channel);
    else if (presence.data.event !== 'track') return refuse(connection, question, 'presence: unknown event');
    else if (!this.#rooms.track(channel, presence.data.payload ?? {}))
      return refuse(connection, question, 'presence: too many are present');
    answer(connection, question, {});
  }
}

/** The payload of a broadcast as clients expect it, around JSON that was checked. */
export function broadcastJson(event: string, payloadJson: string): string {
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payloadJson}}`;
}
