import { parseJson } from '@castellan/foundation/parse-json';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** Lines that are kept, and the longest of them in characters. */
const maxLines = 200;
const longest = 500;

/** The lines typed at the public terminal, the oldest first: in this browser, for this visitor, and nowhere else. */
export const storedLines = defineStoredValue<readonly string[]>({
  key: 'terminal_history',
  medium: 'local',
  parse: parseLines,
  format: (lines) => JSON.stringify(lines),
  clearedBy: 'nothing',
});

/** The history with one more line; one that begins with a space, or repeats the last, is not kept (bash's `ignoreboth`). */
export function withLine(lines: readonly string[], line: string): readonly string[] {
  if (/^\s/.test(line) || line === '' || lines.at(-1) === line) return lines;
  return [...lines, line].slice(-maxLines);
}

function parseLines(text: string): readonly string[] | undefined {
  const value = parseJson(text);
  if (!Array.isArray(value)) return undefined;
  const lines: readonly unknown[] = value;
  return lines.flatMap((line) => (typeof line === 'string' && line.length <= longest ? [line] : [])).slice(-maxLines);
}
