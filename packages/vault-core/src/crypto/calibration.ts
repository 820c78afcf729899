import { utf8 } from '@castellan/foundation/bytes';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Argon2idCost } from '../ports.ts';
import { absurdCost, type DerivationFailure, type GuardedArgon2id, maxNewMemoryKib, minNewCost, saltBytes } from './argon2id.ts';

/** One derivation shall take this long on the device, in milliseconds. */
export const calibrationTargetMs = { least: 500, aim: 700, most: 1_000 } as const;

type CalibrationTarget = { readonly least: number; readonly aim: number; readonly most: number };

/** The cost found and the time one derivation took with it. */
export type Calibration = { readonly cost: Argon2idCost; readonly measuredMs: number };

const maxProbes = 5;

/**
 * The cost at which one derivation takes 0.5 to 1.0 s here (or what `target` says), found by measured probes from 64 MiB and three
 * passes upward: memory first, to 256 MiB, then passes. A slow device keeps the least (or `floor`, the strongest cost used before), however
 * long that takes.
 */
export async function calibrate(
  derive: GuardedArgon2id,
  clock: Clock,
  floor: Argon2idCost = minNewCost,
  target: CalibrationTarget = calibrationTargetMs,
): Promise<Result<Calibration, DerivationFailure>> {
  let found = await probe(derive, clock, floor);
  for (let probes = 1; found.ok && probes < maxProbes; probes += 1) {
    const { cost, measuredMs } = found.value;
    if (measuredMs >= target.least && measuredMs <= target.most) break;
    const next = scale(cost, target.aim / Math.max(measuredMs, 1), floor);
    if (next.memoryKib === cost.memoryKib && next.passes === cost.passes) break;
    found = await probe(derive, clock, next);
  }
  return found;
}

/** Time grows with memory × passes: the product is scaled by the wanted factor, within the bounds. */
function scale(cost: Argon2idCost, factor: number, floor: Argon2idCost): Argon2idCost {
  const product = cost.memoryKib * cost.passes * factor;
  const memory = Math.floor(product / floor.passes / 1024) * 1024;
  const memoryKib = Math.max(floor.memoryKib, Math.min(maxNewMemoryKib, memory));
  const passes = Math.max(floor.passes, Math.min(absurdCost.passes, Math.floor(product / memoryKib)));
  return { memoryKib, passes };
}

async function probe(derive: GuardedArgon2id, clock: Clock, cost: Argon2idCost): Promise<Result<Calibration, DerivationFailure>> {
  const start = clock.nowMs();
  const derived = await derive(utf8('how long does one guess take here'), new Uint8Array(saltBytes), cost);
  return derived.ok ? succeed({ cost, measuredMs: clock.nowMs() - start }) : fail(derived.failure);
}
