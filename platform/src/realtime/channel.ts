import type { Caller } from '../core/caller.ts';
import type { RequestFacts } from '../core/run-as.ts';
import type { FilterCondition } from './changes/change-filter.ts';
import type { ChannelRights } from './channel-authority.ts';
import type { JoinRequest, RequestedChange } from './join-request.ts';
import type { ServerFrameHead } from './wire-protocol.ts';

/** One request for changes, as it was accepted. */
export type Subscription = {
  /** What the client knows it by. Never 0, which the client takes for none. */
  readonly id: number;
  readonly change: RequestedChange;
  readonly conditions: readonly FilterCondition[];
};

/** What channels ask of the connection that carries them. */
export type Carrier = {
  readonly facts: RequestFacts;
  /** Whom the API key stands for: the caller of channels that bring no token. */
  readonly keyCaller: Caller;
  /** The channels joined over it, by topic. */
  readonly channels: Map<string, Channel>;
  /** False from the moment a close was decided, even before the client has answered it. */
  readonly isOpen: boolean;
  readonly send: (head: ServerFrameHead, payloadJson: string) => void;
  readonly sendBytes: (topic: string, event: string, bytes: Uint8Array) => void;
  readonly close: (code: number, reason: string) => void;
};

/** One client's membership of one topic, from its join to its leave. */
export type Channel = {
  readonly connection: Carrier;
  /** As the client names it, with `realtime:` before it. */
  readonly topic: string;
  readonly joinRef: string | null;
  readonly request: JoinRequest;
  readonly subscriptions: readonly Subscription[];
  readonly presenceKey: string;
  /** Replaced when the client sends a new token. */
  caller: Caller;
  /** What the policies last allowed `caller` here, and when they were asked. */
  authority: { readonly rights: ChannelRights; readonly askedAtMs: number };
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

/** Whether the client asked who is present, and may know. */
export function hearsPresence({ request, authority }: Channel): boolean {
  return request.presence.enabled && authority.rights.hearsPresence;
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
