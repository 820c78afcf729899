import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
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

const timeSchema = z.string().transform((text) => Date.parse(text));

const sessionsSchema = z
  .array(
    z
      .object({
        id: z.string(),
        current: z.boolean(),
        assurance: z.string().nullable(),
        created_at: timeSchema,
        refreshed_at: timeSchema.nullable(),
        ends_at: timeSchema.nullable(),
        ip_address: z.string().nullable(),
        user_agent: z.string().nullable(),
      })
      .transform(
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
  )
  .readonly();

/** The owner's living sessions, the present one first, then the newest. */
export async function listLiveSessions(): Promise<Result<readonly LiveSession[], BackendFailure>> {
  const asked = await askTable((client) => client.rpc('list_sessions'), sessionsSchema);
  return asked.ok ? { ...asked, value: [...asked.value].sort((one, other) => Number(other.current) - Number(one.current)) } : asked;
}

/** Ends one session, or with `others` all but this one, at once; answers how many ended. `notMine` writes it down as a failure. */
export function endSessions(which: 'others' | { readonly id: string; readonly notMine: boolean }): Promise<Result<number, BackendFailure>> {
  const parameters = which === 'others' ? {} : { session_id: which.id, not_mine: which.notMine };
  return askTable((client) => client.rpc('revoke_session', parameters), z.number().int());
}
