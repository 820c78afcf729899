/** A word as it must be typed to be taken as one and as it is. */
export function quoteWord(word: string): string {
  return /^[\w@%+:,./~=!<>-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
