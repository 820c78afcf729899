/** What Tab makes of a line: the longest text that all fitting commands share, and what fits where that adds nothing. */
export type Completion = { readonly text: string; readonly candidates: readonly string[] };

/** Completes the first word of a line from the commands; `undefined` where the line is empty, has a second word, or fits none. */
export function completeCommand(line: string, commands: readonly string[]): Completion | undefined {
  const typed = line.trimStart().toLowerCase();
  if (typed === '' || /\s/.test(typed)) return undefined;
  const fitting = commands.filter((command) => command.startsWith(typed));
  const [first] = fitting;
  if (first === undefined) return undefined;
  const text = fitting.reduce(sharedStart, first);
  return { text, candidates: fitting.length > 1 && text === typed ? fitting : [] };
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
