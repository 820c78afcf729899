/** How many values of the feed wait; of one at least. */
export function waitingText(waiting: number): string {
  return waiting === 1 ? '1 value waits from your phone' : `${waiting.toLocaleString('en-GB')} values wait from your phone`;
}
