import { inOurUnit } from './apple-types.ts';

/** The attributes of one tag. */
export type Attributes = Readonly<Record<string, string>>;

/** Counts what is not taken, by its reason. */
export type LeaveOut = (reason: string) => void;

/** A name as people write it: files part its words by spaces that do not break. */
export function plainName(name: string): string {
  return name
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** An amount in our unit; `null` where there is none, or none that can be. */
export function readAmount(metric: string, text: string | undefined, unit: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = inOurUnit(metric, Number(text), unit ?? '');
  return value === undefined || !Number.isFinite(value) || value < 0 ? null : value;
}
