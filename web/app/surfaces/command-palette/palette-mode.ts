import type { Command, CommandGroup } from '../../domains/commands/command.ts';

/** What the palette looks among, by how the typed line begins. */
export type PaletteMode = {
  readonly prefix: string;
  /** Said in the foot, beside the prefix. */
  readonly name: string;
  readonly takes: (command: Command) => boolean;
};

const isOf =
  (...groups: readonly CommandGroup[]) =>
  ({ group }: Command) =>
    groups.includes(group);

/** The prefixes that narrow; those of tools, which make records, are theirs. */
export const narrowingModes: readonly PaletteMode[] = [
  { prefix: '>', name: 'actions', takes: isOf('Action', 'Setting') },
  { prefix: '@', name: 'records', takes: isOf('Record') },
  { prefix: '?', name: 'keys', takes: ({ keys }) => keys !== undefined },
];

/** Splits a typed line into its prefix, if it has one of those, and what follows it. */
export function splitLine(line: string, prefixes: readonly string[]): { readonly prefix: string | undefined; readonly rest: string } {
  const prefix = prefixes.find((one) => line.startsWith(one));
  return { prefix, rest: prefix === undefined ? line : line.slice(prefix.length).trimStart() };
}

/** A part of the list under a heading of its own; without one the rows stand by themselves. */
export type Section = { readonly title: string | undefined; readonly rows: readonly Command[] };

/** What a palette shows before anything is typed: what was used lately, then the rest by its kind; records only when asked for. */
export function openingSections(commands: readonly Command[], recentIds: readonly string[]): readonly Section[] {
  const recent = recentIds.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, 4);
  const others = commands.filter((command) => !recent.includes(command));
  const byGroup = (title: string, group: CommandGroup): Section => ({ title, rows: others.filter(isOf(group)) });
  return [{ title: 'Lately', rows: recent }, byGroup('Views', 'View'), byGroup('Apps', 'App'), byGroup('Actions', 'Action')].filter(
    ({ rows }) => rows.length > 0,
  );
}
