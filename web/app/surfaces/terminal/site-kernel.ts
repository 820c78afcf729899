import type { Command } from '../../domains/terminal/command.ts';
import { fileCommands } from '../../domains/terminal/file-commands.ts';
import { matchPaths } from '../../domains/terminal/file-tree.ts';
import { filters } from '../../domains/terminal/filters.ts';
import { type Kernel, makeKernel } from '../../domains/terminal/kernel.ts';
import { shellCommands } from '../../domains/terminal/shell-commands.ts';
import { wordsOfTool } from '../../domains/tool-reports/target-line.ts';
import { actionCommands } from './action-commands.ts';
import { contentCommands } from './content-commands.ts';
import { siteFiles } from './site-files.ts';
import type { SiteWorld } from './site-world.ts';

/**
 * The terminal over the site's content: every command, and the tree of files. A tool's word never replaces a command. `more` is
 * what a terminal knows besides; it comes first.
 */
export function makeSiteKernel(world: SiteWorld, more: readonly Command[] = []): Kernel {
  const tree = siteFiles(world);
  const commands: Command[] = [...more, ...contentCommands(world), ...filters, ...fileCommands(tree), ...shellCommands(() => commands)];
  const taken = new Set(commands.map(({ name }) => name));
  commands.push(...actionCommands(world).filter(({ name }) => !taken.has(name)));
  return makeKernel(commands, (pattern, folder) => matchPaths(tree, pattern, folder));
}

/** The short names that stand from the start: those that people type without thinking, and the tools' own. None hides a command. */
export function firstAliases({ tools, runTool }: Pick<SiteWorld, 'tools' | 'runTool'>, { commands }: Kernel): ReadonlyMap<string, string> {
  const aliases: readonly (readonly [string, string])[] = [
    ['ll', 'ls'],
    ['dir', 'ls'],
    ['cls', 'clear'],
    ['quit', 'exit'],
    ['cv', 'resume'],
    ['work', 'experience'],
    ...tools.flatMap((tool) => {
      // Whoever may run it also calls it by the first word of its title.
      const words = runTool !== undefined && tool.takesTarget === true ? wordsOfTool(tool) : tool.terminal.aliases;
      return words.map((word) => [word, tool.terminal.command] as const);
    }),
  ];
  return new Map(aliases.filter(([name]) => !commands.has(name)));
}
