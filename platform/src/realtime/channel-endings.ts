import { type Channel, isJoined, sendSystemMessage } from './channel.ts';
import type { Rooms } from './rooms.ts';

/** What a client is told when its channel's token has run out. */
export const tokenExpired = 'InvalidJWTToken: Token has expired';

/** Ends a channel from the server's side. The client library does not join again by itself. */
export function closeChannel(rooms: Rooms, channel: Channel, reason: string): void {
  if (!isJoined(channel)) return;
  sendSystemMessage(channel, { extension: 'system', status: 'error', message: reason });
  endChannel(rooms, channel, 'phx_close');
}

/** Ends a channel whose changes could not be read. The client library joins again, after a pause. */
export function failChannel(rooms: Rooms, channel: Channel): void {
  if (!isJoined(channel)) return;
  sendSystemMessage(channel, { extension: 'postgres_changes', status: 'error', message: 'Changes could not be read' });
  endChannel(rooms, channel, 'phx_error');
}

/** Forgets a channel and says so to its client. */
export function endChannel(rooms: Rooms, channel: Channel, event: 'phx_close' | 'phx_error'): void {
  const { connection, joinRef, topic } = channel;
  rooms.leave(channel);
  if (connection.channels.get(topic) === channel) connection.channels.delete(topic);
  connection.send({ joinRef, ref: joinRef, topic, event }, '{}');
}
