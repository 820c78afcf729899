import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { instant, instantSchema, nothing, type ServerRows } from '../../rows/server-rows.ts';

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

const reservedSchema = z.object({ call_id: z.int().nullable(), ask_again_at: instantSchema.nullable() });

/** A budget kept in the database, so that it outlives a restart. */
export function createCallBudget(rows: ServerRows, clock: Clock): CallBudget {
  return {
    reserve: async (share) => {
      const nowMs = clock.nowMs();
      const { call_id: callId, ask_again_at: againAtMs } = await rows.call(
        'server_reserve_music_call',
        {
          at: instant(nowMs),
          latest_end: instant(nowMs + longestCallMs),
          call_limit: callLimits[share],
          window_seconds: callWindowMs / 1000,
        },
        reservedSchema,
      );
      if (callId === null) {
        const waitMs = (againAtMs ?? nowMs) - nowMs;
        return fail({ code: 'must_wait', waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
      }
      return succeed({
        ended: async () => {
          const countsUntil = instant(clock.nowMs() + callWindowMs);
          await rows.call('server_end_music_call', { call_id: callId, counts_until: countsUntil }, nothing);
        },
      });
    },
    silence: async (seconds) => {
      await rows.call('server_silence_music', { until: instant(clock.nowMs() + seconds * 1000) }, nothing);
    },
  };
}
