/** When the first and the last of the years were: `begun between 2017 and 2025`; empty without years. */
export function yearsText(years: readonly string[]): string {
  const sorted = years.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? `begun in ${first}` : `begun between ${first} and ${last}`;
}
