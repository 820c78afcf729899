/** Lines typed before, the oldest first, and the one being looked at (`undefined`: the line being typed). */
export type CommandHistory = {
  readonly lines: readonly string[];
  readonly position: number | undefined;
};

/** A history that holds nothing yet. */
export const emptyHistory: CommandHistory = { lines: [], position: undefined };

const mostLines = 100;

/** Adds a line, unless it repeats the one before, and returns to the line being typed. What is secret must never be handed in. */
export function remember(history: CommandHistory, line: string): CommandHistory {
  const repeats = history.lines.at(-1) === line;
  return { lines: line === '' || repeats ? history.lines : [...history.lines, line].slice(-mostLines), position: undefined };
}

/** The line before the one looked at; the oldest stays. `text` is absent where there is nothing to show. */
export function lookBack(history: CommandHistory): { readonly history: CommandHistory; readonly text: string | undefined } {
  if (history.lines.length === 0) return { history, text: undefined };
  const position = Math.max(0, (history.position ?? history.lines.length) - 1);
  return { history: { ...history, position }, text: history.lines[position] };
}

/** The line after the one looked at; past the newest it is the empty line being typed. */
export function lookAhead(history: CommandHistory): { readonly history: CommandHistory; readonly text: string | undefined } {
  if (history.position === undefined) return { history, text: undefined };
  const position = history.position + 1;
  if (position >= history.lines.length) return { history: { ...history, position: undefined }, text: '' };
  return { history: { ...history, position }, text: history.lines[position] };
}
