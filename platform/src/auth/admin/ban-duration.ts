import { succeed } from '@castellan/foundation/result';
import { type Outcome, refuse } from '../auth-failure.ts';

/** Milliseconds of the units that durations such as `1h30m` are written in. */
const unitMs: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A century: what is longer is no date any more. */
const maximumMs = 100 * 365 * 24 * 3_600_000;

/** Until when an account is shut out: `none` ends it (`null`), nothing leaves it (`undefined`). */
export function readBanEnd(text: string, nowMs: number): Outcome<Date | null | undefined> {
  if (text === '') return succeed(undefined);
  if (text === 'none') return succeed(null);
  const parts = [...text.matchAll(/(\d{1,15}(?:\.\d{1,15})?)(ns|us|µs|ms|s|m|h)/g)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  const lengthMs = parts.reduce((sum, [, amount = '', unit = '']) => sum + Number(amount) * (unitMs[unit] ?? Number.NaN), 0);
  if (!isWhole || !(lengthMs <= maximumMs))
    return refuse(400, 'validation_failed', `invalid format for ban duration: ${text.slice(0, 40)}`);
  return succeed(new Date(nowMs + lengthMs));
}
