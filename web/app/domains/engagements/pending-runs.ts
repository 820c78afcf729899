/** A run that is to begin. */
export type AskedRun = {
  readonly tool: string;
  readonly title: string;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** Runs that wait for the engagement's word; `go` begins them, in an engagement or (`null`) in none. */
export type PendingRuns = { readonly runs: readonly AskedRun[]; readonly go: (engagement: string | null) => void };

/** The run whose report a page shows, and the engagement that it belongs to. */
export type ShownRun = { readonly id: string; readonly engagement: string | null };
