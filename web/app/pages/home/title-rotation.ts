import type { PlateName } from '../../ui/plate/plate-geometry.ts';

/** Milliseconds that each title word stands (spec §9). */
export const titleRotationMs = 2_000;

/**
 * The words before 'Security Specialist', in the order they come, each with its engraving. The first is what most visitors ever see:
 * it has the engraving with the finest lines.
 */
export const titleWords = [
  { word: 'Application', plate: 'cyber' },
  { word: 'Cyber', plate: 'system' },
  { word: 'System', plate: 'application' },
] as const satisfies readonly { readonly word: string; readonly plate: PlateName }[];

/** The title after so many steps; after the last comes the first again. */
export function titleAfter(steps: number): (typeof titleWords)[number] {
  return titleWords[steps % titleWords.length] ?? titleWords[0];
}

/** Calls `onStep` every 2000 ms until the answer is called. */
export function startTitleRotation(onStep: () => void): () => void {
  const timer = setInterval(onStep, titleRotationMs);
  return () => clearInterval(timer);
}
