/** Who may open a tool: everyone; everyone to look at while running it wants the owner; the owner alone. */
export type Audience = 'public' | 'look' | 'owner';

/** Something of a tool that can be begun from elsewhere. */
export type ToolAction = {
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
  /** The name of its drawing in the icon family, for surfaces that draw one for each tool. */
  readonly icon?: string;
  /** Required, so that a tool that forgets it does not compile. */
  readonly audience: Audience;
  /** Its page is of use in an outage: it shows what this browser keeps of the owner's records. */
  readonly keepsRecords?: true;
  /** Its page frames a document of its own, which its server half answers: the page's policy allows frames of our origin. */
  readonly framesSender?: true;
  /** It looks at a target that the owner names: its words begin a run, in the palette and in the terminals. */
  readonly takesTarget?: true;
  /** It is played: its page keeps the visitors' frame for the owner too, and it stands among the games at the foot of a page. */
  readonly isGame?: true;
  /** It belongs to the app: the dashboard has a view for it, and no card among the apps. */
  readonly isBuiltIn?: true;
  readonly terminal: { readonly command: string; readonly aliases: readonly string[] };
  readonly actions?: readonly ToolAction[];
  /** What the tool keeps in the browser's storage, by key, in words for the data passport. */
  readonly stores?: Readonly<Record<string, string>>;
};
