/** Who may open a tool: everyone; everyone to look at while running it wants the owner; the owner alone. */
export type Audience = 'public' | 'look' | 'owner';

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
  readonly terminal: { readonly command: string; readonly aliases: readonly string[] };
};
