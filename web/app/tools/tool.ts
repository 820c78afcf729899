import type { Live, Supplier } from '../lib/live.ts';

/** Who may open a tool: everyone; everyone to look at while running it wants the owner; the owner alone. */
export type Audience = 'public' | 'look' | 'owner';

/** One of the two figures on a tool's card: its value, or what is missing to have one. */
export type Metric = { readonly label: string; readonly value: string } | { readonly label: string; readonly missing: string };

/** Something that wants to be done today, or wanted to be before. */
export type DueItem = {
  /** Its name within its tool. */
  readonly id: string;
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM`, on the clock of wherever the owner is. */
  readonly time?: string;
  /** The address of it. */
  readonly to: string;
  /** Has it done at once; resolves with the way to take that back, or `undefined` where it could not be kept. */
  readonly finish?: () => Promise<{ readonly undo: () => Promise<void> } | undefined>;
};

/** Something a tool keeps, as the palette finds it. */
export type ToolRecord = {
  readonly id: string;
  readonly title: string;
  /** Said beside the title, and found by too. */
  readonly note: string;
  readonly to: string;
};

/** Makes one record out of one typed line. */
export type Capture = {
  /** What the line would become; `undefined` where it is no record yet. Reading keeps nothing. */
  readonly read: (line: string) => { readonly title: string; readonly facts: readonly string[] } | undefined;
  /** Resolves with whether this browser keeps it. */
  readonly keep: (line: string) => Promise<boolean>;
};

/** Something of a tool that can be begun from elsewhere. */
export type ToolDeed = {
  readonly id: string;
  readonly title: string;
  readonly keywords: string;
  /** Where it begins, from the tool's own address on: `#add`. */
  readonly at: string;
  /** Whether it stands among the overview's quick actions. */
  readonly isQuick: boolean;
};

/** All that routes, cards, desktop icons and terminal commands need to know of one tool. Pure data. */
export type ToolManifest = {
  /** Also the name of its folder and the path of its page. */
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** The name of its drawing in the icon family. */
  readonly icon: string;
  /** Required, so that a tool that forgets it does not compile. */
  readonly audience: Audience;
  /** Its page is of use in an outage: it shows what this browser keeps of the owner's records. */
  readonly keepsRecords?: true;
  /** It belongs to the house: the dashboard has a view for it, and no card among the apps. */
  readonly isOfTheHouse?: true;
  readonly terminal: { readonly command: string; readonly aliases: readonly string[] };
  readonly deeds?: readonly ToolDeed[];
};

/** What a tool does while it is looked at, each part loaded by whoever shows it. Listed in `live-registry.ts`. */
export type ToolLive = {
  /** The two figures of its card. */
  readonly metrics?: Supplier<Live<readonly [Metric, Metric]>>;
  /** What it says is due today, late things included. */
  readonly due?: Supplier<Live<readonly DueItem[]>>;
  /** What it keeps, for the palette. */
  readonly records?: Supplier<Live<readonly ToolRecord[]>>;
  /** The palette's line beginning with `prefix` becomes one record of this tool. */
  readonly capture?: { readonly prefix: string; readonly noun: string; readonly supply: Supplier<Capture> };
};
