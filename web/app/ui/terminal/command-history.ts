/** Lines typed before, the oldest first. */
export type CommandHistory = { readonly lines: readonly string[] };

/** A history that holds nothing yet. */
export const emptyHistory: CommandHistory = { lines: [] };

const maxLines = 100;

/** Adds a line, unless it is empty or repeats the one before. What is secret must never be handed in. */
export function remember(history: CommandHistory, line: string): CommandHistory {
  const repeats = history.lines.at(-1) === line;
  return line === '' || repeats ? history : { lines: [...history.lines, line].slice(-maxLines) };
}
