import type { Caller } from '../core/caller.ts';
import type { FilterCondition } from './change-filter.ts';
import type { Connection } from './connection.ts';
import type { JoinRequest, RequestedChange } from './join-request.ts';

/** One request for changes, as it was accepted. */
export type Subscription = {
  /** What the client knows it by. Never 0, which the client takes for none. */
  readonly id: number;
  readonly change: RequestedChange;
  readonly conditions: readonly FilterCondition[];
};

/** One client's membership of one topic, from its join to its leave. */
export type Channel = {
  readonly connection: Connection;
  /** As the client names it, with `realtime:` before it. */
  readonly topic: string;
  readonly joinRef: string | null;
  readonly request: JoinRequest;
  readonly subscriptions: readonly Subscription[];
  readonly presenceKey: string;
  /** Replaced when the client sends a new token. */
  caller: Caller;
  /** The channel policy's last answer, and when it was asked. */
  authority: { readonly isGranted: boolean; readonly askedAtMs: number };
};

const prefix = 'realtime:';

/** The topic without `realtime:`; undefined where a client named something else. */
export function channelName(topic: string): string | undefined {
  return topic.startsWith(prefix) && topic.length > prefix.length ? topic.slice(prefix.length) : undefined;
}

/** Whether the client is still in the channel: it may have left while something was awaited. */
export function isJoined(channel: Channel): boolean {
  return channel.connection.isOpen && channel.connection.channels.get(channel.topic) === channel;
}

/** Whether the caller's token has run out. API keys do not. */
export function isExpired(caller: Caller, nowMs: number): boolean {
  return caller.claims !== null && caller.claims.exp * 1000 <= nowMs;
}

/** Sends one event of a channel to its client. */
export function sendEvent(channel: Channel, event: string, payloadJson: string): void {
  channel.connection.send({ joinRef: null, ref: null, topic: channel.topic, event }, payloadJson);
}

/** Tells a client how its channel stands. `extension` is the part that speaks: `system` or `postgres_changes`. */
export function sendSystemMessage(
  channel: Channel,
  message: { readonly extension: 'system' | 'postgres_changes'; readonly status: 'ok' | 'error'; readonly message: string },
): void {
  sendEvent(channel, 'system', JSON.stringify({ ...message, channel: channelName(channel.topic) }));
}
