import type { Caller } from '@castellan/platform/core/caller';
import { z } from 'zod';
import type { ServerRows } from '../rows/server-rows.ts';

/**
 * Whether the caller's session was proven within the last five minutes, by a code or a passkey; by the password where the account has
 * never had either. The database's own rule decides, on the claims of the verified token.
 */
export async function isProvenLately(rows: ServerRows, caller: Caller): Promise<boolean> {
  return rows.call('server_is_proven_lately', { claims: caller.claims ?? {} }, z.boolean());
}
