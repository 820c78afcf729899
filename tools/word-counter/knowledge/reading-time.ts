/** Words a minute: silent reading of English prose (Brysbaert 2019, mean of 190 studies) and speaking to an audience. */
export const wordsPerMinute = { reading: 238, speaking: 150 } as const;

/** Seconds that so many words take. */
export function secondsFor(words: number, pace: keyof typeof wordsPerMinute): number {
  return Math.round((words / wordsPerMinute[pace]) * 60);
}
