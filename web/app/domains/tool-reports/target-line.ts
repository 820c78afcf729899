/** What a line may call a tool by. */
type Called = {
  readonly id: string;
  readonly title: string;
  readonly terminal: { readonly command: string; readonly aliases: readonly string[] };
};

/** The words that begin a run of a tool: its command, its short names, its id, and the first word of its title. In small letters. */
export function wordsOfTool({ id, title, terminal: { command, aliases } }: Called): readonly string[] {
  return [...new Set([command, ...aliases, id, title.split(' ')[0] ?? ''].map((word) => word.toLowerCase()))];
}

/** A line such as `tls example.org`: the tool of its first word, and the rest as the target. `undefined` where it is none. */
export function readTargetLine<Tool extends Called>(
  line: string,
  tools: readonly Tool[],
): { readonly tool: Tool; readonly target: string } | undefined {
  const [, word, target] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(line) ?? [];
  if (word === undefined || target === undefined || target.length > 300) return undefined;
  const tool = tools.find((one) => wordsOfTool(one).includes(word.toLowerCase()));
  return tool === undefined ? undefined : { tool, target };
}
