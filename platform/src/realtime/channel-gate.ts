import type pg from 'pg';
import type { Caller } from '../core/caller.ts';
import { isStranger } from '../core/guests.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { type Channel, channelName, isExpired, isJoined } from './channel.ts';
import { type ChannelRights, noRights, readChannelRights, type Subscriber } from './channel-authority.ts';
import { closeChannel, tokenExpired } from './channel-endings.ts';
import { closeCodes } from './connection.ts';
import { needsChannelAuthority } from './join-request.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import type { Rooms } from './rooms.ts';
import { Turns } from './turns.ts';

/** Connections of the request pool that joins and messages of sessions may use at once: the rest is for requests. */
const parallelQuestions = 3;
/** The same of the pool of those without a session. */
const parallelStrangers = 2;
/** Questions of theirs that may wait: each socket has one at a time, and an address thirty sockets. */
const waitingStrangers = 100;

/** Knows what the policies of `realtime.messages` allow in which channel, and turns out those they no longer let in. */
export class ChannelGate {
  readonly #context: PlatformContext;
  readonly #limits: RealtimeLimits;
  readonly #rooms: Rooms;
  /**
   * Whatever a client's message makes the database do waits for a turn, so that a flood of them starves nobody; who has a
   * session does not wait behind those who have none.
   */
  readonly #turns = new Turns(parallelQuestions);
  readonly #strangersTurns = new Turns(parallelStrangers, waitingStrangers);

  constructor(context: PlatformContext, limits: RealtimeLimits, rooms: Rooms) {
    this.#context = context;
    this.#limits = limits;
    this.#rooms = rooms;
  }

  /** Runs work for a caller when its turn comes, on the caller's own pool. Throws `TooManyWaiting` to one without a session. */
  run<Value>(caller: Caller, work: (pool: pg.Pool) => Promise<Value>): Promise<Value> {
    const { requests, strangers } = this.#context.database;
    return isStranger(caller) ? this.#strangersTurns.run(() => work(strangers)) : this.#turns.run(() => work(requests));
  }

  /** Asks the policies, `topic` with its `realtime:`. */
  ask(subscriber: Subscriber, topic: string): Promise<ChannelRights> {
    return this.run(subscriber.caller, (pool) => readChannelRights(pool, subscriber, channelName(topic) ?? topic));
  }

  /** What the policies allow in a channel, by an answer of a moment ago at the oldest. */
  async rightsIn(channel: Channel): Promise<ChannelRights> {
    const { rights, askedAtMs } = channel.authority;
    const nowMs = this.#context.clock.nowMs();
    if (isExpired(channel.caller, nowMs)) closeChannel(this.#rooms, channel, tokenExpired);
    if (!isJoined(channel)) return noRights;
    return nowMs - askedAtMs < this.#limits.authorityMs ? rights : this.review(channel);
  }

  /**
   * Asks again. Where the answer has turned to no, as when the session has ended, or where the channel depends on it, the
   * channel is closed; any other stays out of its room and keeps only what the policies of tables check.
   */
  async review(channel: Channel): Promise<ChannelRights> {
    const askedAtMs = this.#context.clock.nowMs();
    const { caller } = channel;
    const rights = await this.ask({ caller, facts: channel.connection.facts }, channel.topic);
    // Another token may have come meanwhile, and then this answer is about somebody else.
    if (!isJoined(channel) || channel.caller !== caller) return noRights;
    const isIn = rights.hearsBroadcasts;
    const hasTurned = channel.authority.rights.hearsBroadcasts && !isIn;
    channel.authority = { rights, askedAtMs };
    if (isIn) this.#rooms.enter(channel);
    else if (hasTurned || needsChannelAuthority(channel.request)) this.#turnOut(channel);
    return rights;
  }

  /** Closes a channel, and with the last one the socket: a session that has ended keeps none open. */
  #turnOut(channel: Channel): void {
    const { connection, topic } = channel;
    closeChannel(this.#rooms, channel, unauthorized(topic));
    if (connection.channels.size === 0) connection.close(closeCodes.refused, 'no channel left');
  }

  /** Gives a channel another caller, as a new token does: whatever was allowed to the old one counts no more. */
  async changeCaller(channel: Channel, caller: Caller): Promise<void> {
    channel.caller = caller;
    channel.authority = { rights: noRights, askedAtMs: Number.NEGATIVE_INFINITY };
    const { hearsBroadcasts } = await this.review(channel);
    if (!hearsBroadcasts && isJoined(channel) && channel.caller === caller) this.#rooms.leave(channel);
  }

  /** Turns out what ran out of time, and asks again about channels whose last answer is so old, or about all that have one. */
  async sweep(channels: readonly Channel[], maximumAgeMs = this.#limits.reviewMs): Promise<void> {
    const nowMs = this.#context.clock.nowMs();
    // Strangers last: their turn may be long in coming.
    const inOrder = channels.toSorted((left, right) => Number(isStranger(left.caller)) - Number(isStranger(right.caller)));
    for (const channel of inOrder) {
      if (isExpired(channel.caller, nowMs)) closeChannel(this.#rooms, channel, tokenExpired);
      else if (channel.authority.rights.hearsBroadcasts && nowMs - channel.authority.askedAtMs >= maximumAgeMs) await this.review(channel);
    }
  }
}

/** What a client is told when the policies do not let it hear a channel. */
export function unauthorized(topic: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${channelName(topic) ?? topic}`;
}

/** What a client is told when it may hear a channel and not send there. */
export function unauthorizedToSend(topic: string): string {
  return `Unauthorized: You do not have permissions to write to this Channel topic: ${channelName(topic) ?? topic}`;
}
