import type { Clock } from '@castellan/foundation/clock';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { PhoneRequest } from './phone-function.ts';

/** One row for the log: the reveals to one address (or to `many`) that no earlier row counts. */
export type PhoneReveals = PhoneRequest & { readonly count: number };

/** Gathers reveals of the phone number and writes them as few rows, none of them after the number has left. */
export type PhoneRevealRecorder = {
  /** Resolves once a row in the log tells of this address' reveals; rejects where it could not be written. */
  readonly record: (request: PhoneRequest) => Promise<void>;
  /** Writes what a finished stretch left over, or everything where `all` is set (before the server stops). */
  readonly flush: (all?: boolean) => Promise<void>;
};

const stretchMs = 10 * 60_000;

/** More addresses than this within a stretch share one row: somebody has many, and the log is for more than that. */
const maxAddresses = 10;

type Stretch = { readonly request: PhoneRequest; readonly startedAtMs: number; readonly told: Promise<void>; count: number };

/**
 * The first reveal to an address (of IPv6: one /64) is written before the number is given away; those that follow within ten
 * minutes are counted and written as one row at their end. So many addresses have rows of their own; all others share one.
 */
export function createPhoneRevealRecorder(write: (row: PhoneReveals) => Promise<void>, clock: Clock): PhoneRevealRecorder {
  const stretches = new Map<string, Stretch>();
  return {
    record: async (request) => {
      const block = addressBlock(request.address);
      const isMany = !stretches.has(block) && stretches.size >= maxAddresses;
      const key = isMany ? 'many' : block;
      const known = stretches.get(key);
      if (known !== undefined) {
        await known.told;
        known.count += 1;
        return;
      }
      const first = isMany ? { ...request, address: 'many' } : request;
      const told = write({ ...first, count: 1 });
      stretches.set(key, { request: first, startedAtMs: clock.nowMs(), told, count: 0 });
      try {
        await told;
      } catch (error) {
        stretches.delete(key);
        throw error;
      }
    },
    flush: async (all = false) => {
      const nowMs = clock.nowMs();
      for (const [key, { request, startedAtMs, count }] of stretches) {
        if (!all && nowMs - startedAtMs < stretchMs) continue;
        stretches.delete(key);
        if (count > 0) await write({ ...request, count });
      }
    },
  };
}
