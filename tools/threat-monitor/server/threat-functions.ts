import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson } from '../../../server/functions/function-answers.ts';
import { ownerFunction, ownerStream } from '../../../server/functions/owner-function.ts';
import type { ServerEvent } from '../../../server/owner/server-event.ts';
import type { RankedItem } from '../knowledge/rank.ts';
import type { AssessOutcome } from './assess.ts';
import type { RefreshRound, RoundEnd } from './refresh-round.ts';
import type { SearchAnswer } from './search-threats.ts';
import type { ThreatPicture } from './threat-picture.ts';

/** What the functions do, with the ports filled in. */
export type ThreatWork = {
  readonly look: () => Promise<ThreatPicture>;
  readonly refresh: (how: {
    readonly isAskedFor: boolean;
    readonly signal: AbortSignal;
    readonly say: (progress: RefreshProgress) => Promise<void>;
    readonly round: RefreshRound;
  }) => Promise<void>;
  /** Writes a round into the owner's log. Never rejects. */
  readonly record: (round: RefreshRound, end: RoundEnd, sender: Pick<ServerEvent, 'address' | 'userAgent'>) => Promise<void>;
  readonly search: (text: string) => Promise<SearchAnswer>;
  readonly assess: (cves: readonly string[], signal: AbortSignal) => Promise<AssessOutcome>;
  readonly clock: Clock;
};

/** How far asking is, from 0 to 1, and what is being asked. */
export type RefreshProgress = { readonly done: number; readonly doing: string };

const readLimit = { limit: 600, windowMs: 60_000, capacity: 1 };
/** Calls that may send something. */
const askLimit = { limit: 30, windowMs: 60_000, capacity: 1 };

const lists = ['mine', 'exploited', 'due'] as const;
const lookSchema = z.strictObject({ list: z.enum(lists), from: z.int().min(0).max(100_000), most: z.int().min(1).max(2000) });

/**
 * `POST /functions/v1/threat-look` {list, from, most}: a piece of a ranked list (`mine`: on the inventory; `exploited`: CISA's
 * catalogue; `due`: of that, what is to be fixed from today on, the earliest first), how long each list is, the sources and
 * what is known of the inventories, and the verdict with its checks. From what is kept: nothing is sent.
 */
export function createLookFunction({ look, clock }: ThreatWork): PlatformFunction {
  return ownerFunction({
    body: lookSchema,
    expects: 'Name the "list" (mine, exploited or due), where it is read "from" and how many at "most".',
    limit: createAttemptWindow(clock, readLimit),
    run: async ({ list, from, most }) => {
      const { items, sources, inventoryCount, inventories, judged } = await look();
      const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
      const all: Readonly<Record<(typeof lists)[number], readonly RankedItem[]>> = {
        mine: items.filter(({ affects }) => affects.length > 0),
        exploited: items.filter(({ kev }) => kev !== undefined),
        due: items
          .filter(({ kev }) => kev !== undefined && kev.dueOn >= today)
          .sort((one, other) => ((one.kev?.dueOn ?? '') < (other.kev?.dueOn ?? '') ? -1 : one.kev?.dueOn === other.kev?.dueOn ? 0 : 1)),
      };
      return answerJson({
        items: all[list].slice(from, from + most),
        totals: { mine: all.mine.length, exploited: all.exploited.length, due: all.due.length },
        exploitedOfMine: all.mine.filter(({ kev, isByName }) => kev !== undefined && !isByName).length,
        namedOfMine: all.mine.filter(({ kev, isByName }) => kev !== undefined && isByName).length,
        verdict: judged.verdict,
        standing: judged.judgement.standing,
        worst: judged.judgement.worst ?? null,
        checks: judged.checks,
        today,
        sources,
        inventoryCount,
        inventories,
      });
    },
  });
}

/**
 * `POST /functions/v1/threat-refresh` {asked}: asks the sources for which it is time, and OSV for inventories that changed; where
 * the owner asks for it (`asked`), also those that were asked more than a minute ago. Says line by line what is being asked. A
 * round that asked anybody is one row of the log.
 */
export function createRefreshFunction({ refresh, record, clock }: ThreatWork): PlatformFunction {
  return ownerStream<{ readonly asked: boolean }, RefreshProgress>({
    body: z.strictObject({ asked: z.boolean() }),
    expects: 'Say with "asked" whether the owner asks for it.',
    limit: createAttemptWindow(clock, askLimit),
    maxAtOnce: 2,
    run: async ({ asked }, { say, signal }, { sender }) => {
      const round: RefreshRound = { asked: new Set(), failed: new Set() };
      try {
        await refresh({ isAskedFor: asked, signal, say, round });
      } catch (error) {
        await record(round, signal.aborted ? 'cancelled' : 'broken', sender);
        throw error;
      }
      await record(round, 'finished', sender);
    },
  });
}

/** `POST /functions/v1/threat-search` {text}: CVEs, indicators (defanged ones too), a line each, or words. Nothing is sent. */
export function createSearchFunction({ search, clock }: ThreatWork): PlatformFunction {
  return ownerFunction({
    body: z.strictObject({ text: z.string().min(1).max(20_000) }),
    expects: 'The field "text" must have 1 to 20000 characters.',
    limit: createAttemptWindow(clock, readLimit),
    maxBodyBytes: 128 * 1024,
    run: async ({ text }) => answerJson(await search(text)),
  });
}

/** `POST /functions/v1/threat-assess` {cves}: asks for CISA's assessment of up to 50 CVEs. */
export function createAssessFunction({ assess, clock }: ThreatWork): PlatformFunction {
  return ownerFunction({
    body: z.strictObject({
      cves: z
        .array(z.string().regex(/^CVE-\d{4}-\d{4,9}$/))
        .min(1)
        .max(50),
    }),
    expects: 'The field "cves" must hold 1 to 50 CVEs.',
    limit: createAttemptWindow(clock, askLimit),
    maxAtOnce: 2,
    run: async ({ cves }, { signal }) => answerJson(await assess(cves, signal)),
  });
}
