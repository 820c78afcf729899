import { recordServerEvent } from '../../owner/server-event.ts';
import type { ServerRows } from '../../rows/server-rows.ts';
import type { ConnectionChange } from './connection-functions.ts';

/** Writes a row for an account at the music provider that was connected or taken off. */
export async function writeConnectionChange(rows: ServerRows, { connected, address, userAgent }: ConnectionChange): Promise<void> {
  await recordServerEvent(rows, {
    type: 'security_event',
    description: connected ? 'A music account was connected' : 'The music account was disconnected',
    success: true,
    metadata: { subject: 'music_account', connected },
    address,
    userAgent,
  });
}
