/** A longer line is text, in characters: the editor would read all of it anew with each key. */
export const longestLine = 50_000;

/** Whether a text has a line of which nothing is drawn but its characters. Takes time in proportion to the number of lines. */
export function hasLongLine(text: string): boolean {
  for (let from = 0; text.length - from > longestLine; ) {
    const end = text.indexOf('\n', from);
    if ((end < 0 ? text.length : end) - from > longestLine) return true;
    if (end < 0) return false;
    from = end + 1;
  }
  return false;
}
