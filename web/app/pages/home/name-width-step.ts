import { lineWidth, widestWord } from '../../ui/widest-word.ts';

/** The steps in which the style sheet sets a name smaller, in em: `home.css` has a rule for each above the first. */
export const nameWidthSteps = [6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 11, 12, 13, 14, 16, 18, 20, 24] as const;

/** A name of many words is set small enough for some four lines, so that what follows it is in the first screen too. */
const wholeLines = 3.2;

/** The step at which the longest word of a name stays whole; the last for a word that is longer still, which is then broken. */
export function nameWidthStep(name: string): number {
  const width = Math.max(widestWord(name), lineWidth(name) / wholeLines);
  return nameWidthSteps.find((step) => width <= step) ?? 24;
}
