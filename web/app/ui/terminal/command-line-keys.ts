import { type CommandHistory, lookAhead, lookBack } from './command-history.ts';
import { completeCommand } from './complete-command.ts';

/** What a key does on a command line. */
export type KeyAnswer = {
  /** The line's new text; absent where it stays. */
  readonly text?: string;
  readonly history: CommandHistory;
  /** Commands that begin alike, to be named. */
  readonly candidates: readonly string[];
};

/**
 * Answers the arrow keys with earlier lines and Tab with a completion; `undefined` for every other key, and for a Tab
 * that completes nothing, which then moves the focus as everywhere: a terminal must not be a trap for the keyboard.
 */
export function answerKey(key: string, line: string, history: CommandHistory, commands: readonly string[]): KeyAnswer | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const { history: moved, text } = key === 'ArrowUp' ? lookBack(history) : lookAhead(history);
    return { history: moved, candidates: [], ...(text === undefined ? {} : { text }) };
  }
  if (key !== 'Tab') return undefined;
  const completion = completeCommand(line, commands);
  if (completion === undefined || (completion.text === line && completion.candidates.length === 0)) return undefined;
  return { history, ...completion };
}
