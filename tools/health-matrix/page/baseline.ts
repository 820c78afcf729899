import { addDays, type Day } from '../../../web/app/domains/tasks/day.ts';

/** Days before a day that it is compared with, and how many of them must have a value. */
export const baselineDays = 28;
export const leastDays = 7;

/** What is usual: the median, and the median distance from it (MAD), scaled to a standard deviation of a normal distribution. */
export type Baseline = { readonly median: number; readonly spread: number; readonly n: number };

/** 1 / Φ⁻¹(3/4): what makes a MAD of normal values their standard deviation. */
const normalScale = 1.4826;

/** What was usual in the 28 days before a day, that day left out; `undefined` where fewer than 7 of them have a value. */
export function baselineBefore(measuredOn: (day: Day) => number | undefined, day: Day): Baseline | undefined {
  const values: number[] = [];
  for (let back = 1; back <= baselineDays; back += 1) {
    const value = measuredOn(addDays(day, -back));
    if (value !== undefined) values.push(value);
  }
  if (values.length < leastDays) return undefined;
  const middle = median(values);
  return { median: middle, spread: median(values.map((value) => Math.abs(value - middle))) * normalScale, n: values.length };
}

/**
 * How far a value is from what is usual, in scaled MADs. Where all of the days were alike, a value that differs is far: 4 to its
 * side.
 */
export function distanceOf(value: number, { median: middle, spread }: Baseline): number {
  if (spread > 0) return (value - middle) / spread;
  return value === middle ? 0 : value > middle ? 4 : -4;
}

/** How far that is in words: within 1, beyond 1, 2 and 3. */
export type Step = -3 | -2 | -1 | 0 | 1 | 2 | 3;

/** The step of a distance. */
export function stepOf(distance: number): Step {
  const size = Math.min(3, Math.floor(Math.abs(distance)));
  return (distance < 0 ? -size : size) as Step;
}

const words: Readonly<Record<number, string>> = { 0: 'as usual', 1: 'a little', 2: 'clearly', 3: 'far' };

/** A step as it is said: `clearly above your usual`. It judges nothing. */
export function stepText(step: Step): string {
  return step === 0 ? 'as usual' : `${words[Math.abs(step)]} ${step > 0 ? 'above' : 'below'} your usual`;
}

/** The middle of them; the mean of the middle two where their number is even. */
export function median(values: readonly number[]): number {
  const ordered = [...values].sort((one, other) => one - other);
  const half = ordered.length >> 1;
  const upper = ordered[half] ?? Number.NaN;
  return ordered.length % 2 === 1 ? upper : ((ordered[half - 1] ?? Number.NaN) + upper) / 2;
}
