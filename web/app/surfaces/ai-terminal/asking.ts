/** What would change, as it is shown before it is done: a title, and each field with what it becomes. */
export type Proposal = {
  readonly title: string;
  readonly changes: readonly { readonly field: string; readonly from?: string; readonly to: string }[];
};

/** Who wants something done. */
export type Wisher = 'owner' | 'model';

/** Shows what would change and asks; resolves with whether the owner said yes. */
export type AskFirst = (proposal: Proposal, by: Wisher) => Promise<boolean>;
