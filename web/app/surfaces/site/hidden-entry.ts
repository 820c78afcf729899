/** How many clicks open the hidden way in, and the longest pause between two of them in milliseconds (spec §9). */
export const hiddenEntryClicks = 3;
export const hiddenEntryWindowMs = 2_000;

/** The clicks counted so far. */
export type ClickRun = { readonly clicks: number; readonly lastMs: number };

/** No click yet. */
export const noClicks: ClickRun = { clicks: 0, lastMs: Number.NEGATIVE_INFINITY };

/** Counts a click at `nowMs`: the third of three that each came within 2 s of the one before opens, and the count starts afresh. */
export function countClick(run: ClickRun, nowMs: number): { readonly run: ClickRun; readonly opens: boolean } {
  const inTime = nowMs - run.lastMs <= hiddenEntryWindowMs;
  const clicks = inTime ? run.clicks + 1 : 1;
  if (clicks >= hiddenEntryClicks) return { run: noClicks, opens: true };
  return { run: { clicks, lastMs: nowMs }, opens: false };
}
