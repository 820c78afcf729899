/** What a recorded sample has at least. */
type Sample = {
  readonly report: { readonly target: string; readonly startedAt: string; readonly verdict: string; readonly mark?: string };
};

/** What a coupon says of a recorded report, in the report's own words. */
export function recordedOf({ report: { target, startedAt, verdict, mark } }: Sample) {
  return { target, recordedAt: startedAt, verdict, ...(mark === undefined ? {} : { mark }) };
}
