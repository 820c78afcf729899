import type { Strength } from '../contract/vault-tools.ts';
import { type Argon2idCost, costOfStrength, type MasterCost, minNewCost } from './master-cost.ts';
import { masterLevel, minMasterLevel } from './master-level.ts';

const minuteYears = 1 / 525_960;

/** A span of guessing in the largest unit that fits. */
export function guessingTimeText(years: number): string {
  if (years < minuteYears) return 'less than a minute';
  if (years < minuteYears * 60) return counted(years / minuteYears, 'minute');
  if (years < 1 / 365.25) return counted(years / minuteYears / 60, 'hour');
  if (years < 1) return counted(years * 365.25, 'day');
  return counted(years, 'year');
}

/** What the guessing costs in rent. */
export function guessingPriceText(dollars: number): string {
  return dollars < 1 ? 'less than 1 dollar' : counted(dollars, 'dollar');
}

/** Both in one sentence's end: `410 years on one GPU (about 1 million dollars)`. */
export function masterCostText({ years, dollars }: MasterCost): string {
  return `${guessingTimeText(years)} on one GPU (${dollars < 1 ? '' : 'about '}${guessingPriceText(dollars)})`;
}

/** What to say before a weak master is taken; `undefined` where it is not weak, or nobody can say. */
export function weakMasterText(strength: Strength | undefined): string | undefined {
  if (strength === undefined || masterLevel(strength, minNewCost) >= minMasterLevel) return undefined;
  return `Someone with a copy of the database finds it after ${masterCostText(costOfStrength(strength, minNewCost))}, by the strength meter’s estimate.`;
}

/** A slot's cost: `64 MiB × 3 passes`. */
export function derivationText({ memoryKib, passes }: Argon2idCost): string {
  return `${Math.round(memoryKib / 1024)} MiB × ${passes} passes`;
}

function counted(value: number, unit: string): string {
  const text = amount(value);
  return `${text} ${unit}${text === '1' ? '' : 's'}`;
}

const scales = [
  { from: 1e18, name: 'quintillion' },
  { from: 1e15, name: 'quadrillion' },
  { from: 1e12, name: 'trillion' },
  { from: 1e9, name: 'billion' },
  { from: 1e6, name: 'million' },
] as const;

/** Two figures, rounded down: more would be more than is known, and rounding up would flatter. */
function amount(value: number): string {
  const scale = scales.find(({ from }) => value >= from);
  const scaled = value / (scale?.from ?? 1);
  if (scale !== undefined && scaled >= 1000) return `more than 1,000 ${scale.name}`;
  const text = twoFigures(scaled).toLocaleString('en');
  return scale === undefined ? text : `${text} ${scale.name}`;
}

function twoFigures(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return Math.floor(value / step) * step;
}
