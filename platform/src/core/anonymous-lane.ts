import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { addressBlock } from './address-block.ts';

/** Why a request of somebody without a session is not answered now. */
export type LaneFailure = { readonly code: 'too_many_requests' };

/** What all requests without a session pass, so that however many there are, few of them become work. */
export type AnonymousLane = {
  /** Does the work, or refuses it where its address asks too often or too much at once, or the lane's way is full. */
  readonly run: <Value>(address: string, work: () => Promise<Value>) => Promise<Result<Value, LaneFailure>>;
};

/** How much may go through the lane. */
export type LaneRules = {
  /** Requests of one address (of IPv6: one /64) at once. */
  readonly perAddress: number;
  /** Requests a second of one address, sustained; `burst` of them may come in one go. */
  readonly perSecond: number;
  readonly burst: number;
  /** The most addresses remembered. */
  readonly capacity: number;
};

const defaultRules: LaneRules = { perAddress: 12, perSecond: 20, burst: 100, capacity: 10_000 };

type Visitor = { allowance: number; lastMs: number; inside: number };

/** Makes a lane; its counts live in memory, bounded. `isFull`: what the work would wait for has enough waiting already. */
export function createAnonymousLane(clock: Clock, isFull: () => boolean, changed: Partial<LaneRules> = {}): AnonymousLane {
  const rules = { ...defaultRules, ...changed };
  const visitors = new Map<string, Visitor>();

  const admit = (key: string): Visitor | undefined => {
    const nowMs = clock.nowMs();
    const known = visitors.get(key);
    // A clock that was set back refills nothing.
    const refill = known === undefined ? 0 : (Math.max(0, nowMs - known.lastMs) / 1000) * rules.perSecond;
    const visitor = known ?? { allowance: rules.burst, lastMs: nowMs, inside: 0 };
    visitor.allowance = Math.min(rules.burst, visitor.allowance + refill);
    visitor.lastMs = nowMs;
    // Deleting first moves the address to the young end of the map.
    visitors.delete(key);
    if (visitors.size >= rules.capacity) forgetOne(visitors);
    visitors.set(key, visitor);
    if (visitor.allowance < 1 || visitor.inside >= rules.perAddress || isFull()) return undefined;
    visitor.allowance -= 1;
    return visitor;
  };

  return {
    run: async (address, work) => {
      const visitor = admit(addressBlock(address));
      if (visitor === undefined) return fail({ code: 'too_many_requests' });
      visitor.inside += 1;
      try {
        return succeed(await work());
      } finally {
        visitor.inside -= 1;
      }
    },
  };
}

/** The longest unused goes, unless a request of its own is under way. */
function forgetOne(visitors: Map<string, Visitor>): void {
  for (const [key, { inside }] of visitors) {
    if (inside > 0) continue;
    visitors.delete(key);
    return;
  }
}
