import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { addressBlock } from '../core/address-block.ts';
import type { Caller } from '../core/caller.ts';
import { isStranger } from '../core/guests.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { type Carrier, type Channel, channelName, hearsPresence, type Subscription, sendSystemMessage } from './channel.ts';
import { type ChannelCallerFailure, resolveChannelCaller } from './channel-callers.ts';
import { closeChannel, endChannel } from './channel-endings.ts';
import { type ChannelGate, unauthorized } from './channel-gate.ts';
import type { Connection, IncomingMessage } from './connection.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { type JoinRequest, needsChannelAuthority, parseJoinRequest } from './join-request.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import { answer, type Question, refuse } from './replies.ts';
import { broadcastJson, type RoomMessages } from './room-messages.ts';
import type { Rooms } from './rooms.ts';
import { prepareSubscriptions } from './subscriptions.ts';
import type { ClientFrame } from './wire-protocol.ts';

/** What the handling of channels needs. */
export type ChannelServiceOptions = {
  readonly context: PlatformContext;
  readonly limits: RealtimeLimits;
  readonly rooms: Rooms;
  readonly gate: ChannelGate;
  readonly messages: RoomMessages;
  readonly endedSessions: EndedSessions;
  /** All that are joined. */
  readonly channels: () => readonly Channel[];
};

/** A join that may go ahead. */
type Admission = {
  readonly caller: Caller;
  readonly subscriptions: readonly Subscription[];
  readonly authority: Channel['authority'];
};

type AdmissionFailure = { readonly code: string; readonly reason: string };

const tokenSchema = z.object({ access_token: z.string().max(8_192).nullish() });
const tooManyChannels = { code: 'too_many_channels', reason: 'ChannelRateLimitReached: Too many channels' } as const;
/** What a stranger may read is asked for; nothing of it is told of as it changes. */
const changesNeedSession = { code: 'changes_need_session', reason: 'Unauthorized: changes are told of to signed-in callers only' } as const;
const broadcastSchema = z.looseObject({ event: z.string() });

/** Answers what clients say in and about channels, as the hosted service does (Phoenix channels over realtime-js). */
export class ChannelService {
  readonly #options: ChannelServiceOptions;
  #lastSubscription = 0;

  constructor(options: ChannelServiceOptions) {
    this.#options = options;
  }

  /**
   * Handles one message. It fails only where the database cannot be asked. What stands between a message and its first
   * `await` is not `async`: a message that waits for the database is held as what was understood of it, not as it came.
   */
  handle(connection: Connection, message: IncomingMessage): Promise<void> {
    if (message.kind === 'frame') {
      const { frame } = message;
      return frame.event === 'phx_join' ? this.#join(connection, frame) : this.#handleFrame(connection, frame);
    }
    const { push } = message;
    const channel = connection.channels.get(push.topic);
    if (channel === undefined) return Promise.resolve(refuse(connection, push, 'unmatched topic'));
    if (push.asksForStorage) return Promise.resolve(refuse(connection, push, 'broadcast: messages are not stored'));
    const { event, payload } = push;
    const content = payload.kind === 'json' ? ({ kind: 'json', json: broadcastJson(event, payload.json) } as const) : payload;
    return this.#options.messages.broadcast(channel, push, { event, content });
  }

  /** Forgets the channels of a connection that has closed. */
  closed(connection: Connection): void {
    for (const channel of connection.channels.values()) this.#options.rooms.leave(channel);
    connection.channels.clear();
  }

  async #handleFrame(connection: Connection, frame: ClientFrame): Promise<void> {
    const { event, topic, payload } = frame;
    if (topic === 'phoenix' && event === 'heartbeat') return answer(connection, frame, {});
    const channel = connection.channels.get(topic);
    if (channel === undefined) return refuse(connection, frame, 'unmatched topic');
    if (event === 'phx_leave') return this.#leave(channel, frame);
    if (event === 'access_token') return this.#takeToken(channel, payload);
    if (event === 'presence') return this.#options.messages.presence(channel, frame, payload);
    if (event !== 'broadcast') return refuse(connection, frame, 'unknown event');
    const broadcast = broadcastSchema.safeParse(payload);
    if (!broadcast.success) return refuse(connection, frame, 'broadcast: an event is missing');
    const content = { kind: 'json', json: JSON.stringify(payload) } as const;
    return this.#options.messages.broadcast(channel, frame, { event: broadcast.data.event, content });
  }

  #join(connection: Connection, { payload, ...question }: ClientFrame): Promise<void> {
    const { topic } = question;
    if (channelName(topic) === undefined) return Promise.resolve(refuse(connection, question, 'unmatched topic'));
    if (!connection.channels.has(topic) && connection.channels.size >= this.#options.limits.channelsPerSocket) {
      return Promise.resolve(refuse(connection, question, tooManyChannels.reason));
    }
    const request = parseJoinRequest(payload);
    return request.ok
      ? this.#joinAs(connection, question, request.value)
      : Promise.resolve(refuse(connection, question, request.failure.reason));
  }

  async #joinAs(connection: Connection, question: Question, request: JoinRequest): Promise<void> {
    const { topic, joinRef } = question;
    const admission = await this.#admit(connection, topic, request);
    if (!admission.ok) return refuse(connection, question, admission.failure.reason);
    if (!connection.isOpen) return;
    const { rooms } = this.#options;
    const { caller, subscriptions, authority } = admission.value;
    const previous = connection.channels.get(topic);
    if (previous !== undefined) endChannel(rooms, previous, 'phx_close');
    const presenceKey = request.presence.key === '' ? randomUUID() : request.presence.key;
    const channel: Channel = { connection, topic, joinRef, request, subscriptions, presenceKey, caller, authority };
    connection.channels.set(topic, channel);
    if (authority.rights.hearsBroadcasts) rooms.enter(channel);
    answer(connection, question, { postgres_changes: subscriptions.map(({ id, change }) => ({ ...change.echo, id })) });
    if (subscriptions.length > 0) {
      sendSystemMessage(channel, { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
    }
    if (hearsPresence(channel)) rooms.sendPresences(channel);
  }

  async #admit(connection: Connection, topic: string, request: JoinRequest): Promise<Result<Admission, AdmissionFailure>> {
    const { context, gate, endedSessions } = this.#options;
    const caller = await this.#callerOf(connection, request.accessToken);
    if (!caller.ok) return caller;
    if (isStranger(caller.value)) {
      if (request.changes.length > 0) return fail(changesNeedSession);
      if (!this.#hasAnonymousRoom(connection, topic)) return fail(tooManyChannels);
    }
    const subscriber = { caller: caller.value, facts: connection.facts };
    const subscriptions = await gate.run(caller.value, () =>
      prepareSubscriptions(context, subscriber, request.changes, () => {
        this.#lastSubscription += 1;
        return this.#lastSubscription;
      }),
    );
    if (!subscriptions.ok) return subscriptions;
    const askedAtMs = context.clock.nowMs();
    const rights = await gate.ask(subscriber, topic);
    if (!rights.hearsBroadcasts && needsChannelAuthority(request)) return fail({ code: 'channel_forbidden', reason: unauthorized(topic) });
    // The session may have ended while the database was asked.
    const sessionId = caller.value.claims?.session_id;
    if (sessionId !== undefined && endedSessions.has(sessionId)) return fail({ code: 'session_ended', reason: unauthorized(topic) });
    return succeed({ caller: caller.value, subscriptions: subscriptions.value, authority: { rights, askedAtMs } });
  }

  /**
   * Whether one more channel of somebody who is not signed in fits. Sockets of one address that ask in the same moment may
   * each get one.
   */
  #hasAnonymousRoom(connection: Connection, topic: string): boolean {
    const { limits, channels } = this.#options;
    const block = addressBlock(connection.facts.context.address);
    const others = channels().filter((channel) => {
      const isReplaced = channel.connection === connection && channel.topic === topic;
      return isStranger(channel.caller) && !isReplaced && addressBlock(channel.connection.facts.context.address) === block;
    });
    const ofSocket = others.filter((channel) => channel.connection === connection);
    return ofSocket.length < limits.anonymousChannelsPerSocket && others.length < limits.anonymousChannelsPerAddress;
  }

  #leave(channel: Channel, question: Question): void {
    answer(channel.connection, question, {});
    endChannel(this.#options.rooms, channel, 'phx_close');
  }

  async #takeToken(channel: Channel, payload: unknown): Promise<void> {
    const { rooms, gate } = this.#options;
    const token = tokenSchema.safeParse(payload);
    if (!token.success) return closeChannel(rooms, channel, 'InvalidJWTToken: token is malformed');
    const caller = await this.#callerOf(channel.connection, token.data.access_token ?? null);
    if (!caller.ok) return closeChannel(rooms, channel, caller.failure.reason);
    await gate.changeCaller(channel, caller.value);
  }

  /** A channel without a token, as after a sign-out, has the rights of the socket's API key alone. */
  async #callerOf(connection: Carrier, token: string | null): Promise<Result<Caller, ChannelCallerFailure>> {
    const { context, endedSessions } = this.#options;
    if (token === null) return succeed(connection.keyCaller);
    return resolveChannelCaller(context, (sessionId) => endedSessions.has(sessionId), token);
  }
}
