import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';

/** A session of the owner's that lives, as the backend knows it. */
export type LiveSession = {
  readonly id: string;
  /** The one of this browser. */
  readonly current: boolean;
  readonly assurance: string;
  readonly startedAtMs: number;
  /** When it last renewed its tokens; it does so about every quarter of an hour while it is used. */
  readonly seenAtMs: number;
  readonly endsAtMs: number | undefined;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
};

const timeSchema = z.pipe(
  z.string(),
  z.transform((text) => Date.parse(text)),
);

const sessionsSchema = z.readonly(
  z.array(
    z.pipe(
      z.object({
        id: z.string(),
        current: z.boolean(),
        assurance: z.nullable(z.string()),
        created_at: timeSchema,
        refreshed_at: z.nullable(timeSchema),
        ends_at: z.nullable(timeSchema),
        ip_address: z.nullable(z.string()),
        user_agent: z.nullable(z.string()),
      }),
      z.transform(
        (row): LiveSession => ({
          id: row.id,
          current: row.current,
          assurance: row.assurance ?? 'aal1',
          startedAtMs: row.created_at,
          seenAtMs: row.refreshed_at ?? row.created_at,
          endsAtMs: row.ends_at ?? undefined,
          address: row.ip_address ?? undefined,
          userAgent: row.user_agent ?? undefined,
        }),
      ),
    ),
  ),
);

/** The owner's living sessions, the present one first, then the newest. */
export async function listLiveSessions(): Promise<Result<readonly LiveSession[], BackendFailure>> {
  const asked = await askTable((client) => client.rpc('list_sessions'), sessionsSchema);
  return asked.ok ? { ...asked, value: [...asked.value].sort((one, other) => Number(other.current) - Number(one.current)) } : asked;
}

/** Ends one session, or with `others` all but this one, at once; answers how many ended. `notMine` writes it down as a failure. */
export function endSessions(which: 'others' | { readonly id: string; readonly notMine: boolean }): Promise<Result<number, BackendFailure>> {
  const parameters = which === 'others' ? {} : { session_id: which.id, not_mine: which.notMine };
  return askTable((client) => client.rpc('revoke_session', parameters), z.number().check(z.int()));
}
