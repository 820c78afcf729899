import type { Clock } from '@castellan/foundation/clock';
import { createAnonymousLane } from '@castellan/platform/core/anonymous-lane';
import type { DirectResponse } from '../http/direct-answer.ts';

/** What everything passes that must be drawn for a stranger's request; what is kept does not. */
export type DrawLane = {
  /** Draws, or says that there is too much to draw now. */
  readonly run: <Value>(address: string, draw: () => Promise<Value>) => Promise<Value | DrawRefused>;
};

/** Too much is asked for: by one address (of IPv6: one /64), or by all together. */
export type DrawRefused = { readonly refused: 'address' | 'all' };

/** How much is drawn. A page takes some ten milliseconds of the thread that serves everybody. */
export type DrawRules = {
  /** What may be drawn at the same time. The rest waits in line. */
  readonly atOnce: number;
  /** Of one address under way or in line, and in one go; `perSecond` of them are regained. */
  readonly perAddress: number;
  readonly perSecond: number;
  readonly burst: number;
  /** The same for all addresses together. */
  readonly all: number;
  readonly allPerSecond: number;
  readonly allBurst: number;
};

/** After a change of the content a visitor may be the first on each of the pages: that many go through. */
const defaultRules: DrawRules = { atOnce: 2, perAddress: 32, perSecond: 4, burst: 100, all: 64, allPerSecond: 10, allBurst: 200 };

/** Makes a lane; its counts live in memory, bounded, and are this process's own: they guard its time and no secret. */
export function createDrawLane(clock: Clock, changed: Partial<DrawRules> = {}): DrawLane {
  const rules = { ...defaultRules, ...changed };
  const { perAddress, perSecond, burst } = rules;
  const waiting: (() => void)[] = [];
  let drawing = 0;
  let inside = 0;
  let allowance = rules.allBurst;
  let lastMs = clock.nowMs();
  const isFull = (): boolean => {
    const nowMs = clock.nowMs();
    allowance = Math.min(rules.allBurst, allowance + (Math.max(0, nowMs - lastMs) / 1000) * rules.allPerSecond);
    lastMs = nowMs;
    return inside >= rules.all || allowance < 1;
  };
  const takeTurn = async <Value>(draw: () => Promise<Value>): Promise<Value> => {
    if (drawing >= rules.atOnce) await new Promise<void>((begin) => waiting.push(begin));
    else drawing += 1;
    try {
      return await draw();
    } finally {
      // The turn is handed on, or given back.
      const next = waiting.shift();
      if (next === undefined) drawing -= 1;
      else next();
    }
  };
  const lane = createAnonymousLane(clock, isFull, { perAddress, perSecond, burst });
  return {
    run: async (address, draw) => {
      const drawn = await lane.run(address, async () => {
        inside += 1;
        allowance -= 1;
        try {
          return await takeTurn(draw);
        } finally {
          inside -= 1;
        }
      });
      if (drawn.ok) return drawn.value;
      return { refused: isFull() ? 'all' : 'address' };
    },
  };
}

const refusals: Readonly<Record<DrawRefused['refused'], DirectResponse>> = {
  address: refusal(429, 'Too many pages were asked for from your network in a short time. Wait a few seconds, then try again.'),
  all: refusal(503, 'The site is asked for more pages than it can make at the moment. Wait a few seconds, then try again.'),
};

/** The answer to whom the lane refused. It costs nothing to make. */
export function answerRefused({ refused }: DrawRefused): DirectResponse {
  return refusals[refused];
}

function refusal(status: number, text: string): DirectResponse {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '3',
    'x-robots-tag': 'noindex',
  };
  return { status, headers, body: `${text}\n` };
}
