import type { Queryable } from '@castellan/platform/core/database';
import { recordServerEvent } from '../../owner/server-event.ts';
import type { ConnectionChange } from './connection-functions.ts';

/** Writes a row for an account at the music provider that was connected or taken off. `queryable` is connected as `postgres`. */
export async function writeConnectionChange(queryable: Queryable, { connected, address, userAgent }: ConnectionChange): Promise<void> {
  await recordServerEvent(queryable, {
    type: 'security_event',
    description: connected ? 'A music account was connected' : 'The music account was disconnected',
    success: true,
    metadata: { subject: 'music_account', connected },
    address,
    userAgent,
  });
}
