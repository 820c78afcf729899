import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Queryable } from '@castellan/platform/core/database';

/** The provider must not be asked now. `waitSeconds` is at least 1. */
export type MustWait = { readonly code: 'must_wait'; readonly waitSeconds: number };

/** One call that may be made. `ended` says that its answer is here, or will not come: from then on its window runs. */
export type ReservedCall = { readonly ended: () => Promise<void> };

/** Whose call it is: visitors leave some to the owner and to the renewal of tokens. */
export type CallShare = 'visitors' | 'owner';

/** How often the provider may be asked, by all servers on one database together. */
export type CallBudget = {
  readonly reserve: (share: CallShare) => Promise<Result<ReservedCall, MustWait>>;
  /** The provider asked for silence. */
  readonly silence: (seconds: number) => Promise<void>;
};

/** The provider counts the calls of an app in any 30 seconds. */
export const callWindowMs = 30_000;

/** In any window. */
export const callLimits: Readonly<Record<CallShare, number>> = { visitors: 13, owner: 15 };

/** Longer than any call lasts: what a call counts as until it has ended. */
const longestCallMs = 6_000;

/** A budget kept in the database, so that it outlives a restart. `queryable` is connected as `postgres`. */
export function createCallBudget(queryable: Queryable, clock: Clock): CallBudget {
  return {
    reserve: async (share) => {
      const nowMs = clock.nowMs();
      const { rows } = await queryable.query<{ call_id: string | null; ask_again_at: Date | null }>(
        'select call_id, ask_again_at from private.reserve_music_call($1, $2, $3, make_interval(secs => $4))',
        [new Date(nowMs), new Date(nowMs + longestCallMs), callLimits[share], callWindowMs / 1000],
      );
      const [row] = rows;
      if (row === undefined || row.call_id === null) {
        const waitMs = (row?.ask_again_at?.getTime() ?? nowMs) - nowMs;
        return fail({ code: 'must_wait', waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
      }
      const callId = row.call_id;
      return succeed({
        ended: async () => {
          const countsUntil = new Date(clock.nowMs() + callWindowMs);
          await queryable.query('update private.music_calls set counts_until = $2 where id = $1', [callId, countsUntil]);
        },
      });
    },
    silence: async (seconds) => {
      const until = new Date(clock.nowMs() + seconds * 1000);
      await queryable.query('update private.music_budget set quiet_until = greatest(quiet_until, $1)', [until]);
    },
  };
}
