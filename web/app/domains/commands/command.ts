/** What kind of thing a command leads to or does; said beside it. */
export type CommandGroup = 'View' | 'App' | 'Action' | 'Setting' | 'Record' | VisitorGroup;

/** The kinds that a visitor finds. */
export type VisitorGroup = 'Section' | 'Case study' | 'Project' | 'Post' | 'Tool' | 'Page';

/** What a command may do to the page. */
export type CommandWorld = {
  /** Goes to an address of our own. */
  readonly go: (address: string) => void;
};

/** One thing that can be asked for by its name or its key. */
export type Command = {
  /** Its name for ever: what was used lately is kept by it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Other words that it is found by, and those that stand beside its title. */
  readonly keywords: string;
  /** Said beside the title. */
  readonly note?: string;
  /** As the sheet shows them: `Mod+K`, `?`, or one key after another, `g o`. */
  readonly keys?: string;
  /** Whatever is sealed: not even its id is kept. */
  readonly isSealed?: boolean;
  readonly run: (world: CommandWorld) => void;
};

/** Keys that some screen listens to by itself, for the sheet to show while that screen is there. */
export type KeyList = { readonly title: string; readonly keys: readonly { readonly keys: string; readonly does: string }[] };

/** What some part of the page has to offer, for as long as it is registered. */
export type CommandSource = {
  /** Answers the same list until it tells of another one. */
  readonly read: () => readonly Command[];
  readonly keyLists?: readonly KeyList[];
  /** For a source whose list changes by itself. */
  readonly subscribe?: (listener: () => void) => () => void;
};

/** A place that a command leads to: what another part of the product needs to write to be found. */
export type LinkCommand = { readonly id: string; readonly title: string; readonly keywords: string; readonly href: string };

/** The command that leads to a place. */
export function leadTo({ id, title, keywords, href }: LinkCommand, group: CommandGroup): Command {
  return { id, title, keywords, group, run: ({ go }) => go(href) };
}
