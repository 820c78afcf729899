import type { Result } from '@castellan/foundation/result';

/** A measured value, or why there is none, by Lighthouse's own code. */
export type Recorded<Value> = Result<Value, { readonly code: string; readonly message: string }>;

/** The trace of a visit held no navigation: the browser was too busy to record it, and nothing is known of the page. */
const nothingRecorded: ReadonlySet<string> = new Set(['NO_NAVSTART', 'NO_FCP', 'NO_TRACING_STARTED']);

/** Measures until there are `rounds` values. A visit of which nothing was recorded is made again and counted; throws at any other failure, and where more were repeated than recorded. */
export async function repeatUntilRecorded<Value>(
  rounds: number,
  measure: () => Promise<Recorded<Value>>,
): Promise<{ readonly values: readonly Value[]; readonly repeated: number }> {
  const values: Value[] = [];
  let repeated = 0;
  while (values.length < rounds) {
    const measured = await measure();
    if (measured.ok) values.push(measured.value);
    else if (nothingRecorded.has(measured.failure.code) && repeated < rounds) repeated += 1;
    else throw new Error(measured.failure.message);
  }
  return { values, repeated };
}
