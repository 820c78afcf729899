/** Tasks started together: enough to keep the platform's threads busy, few enough to keep memory flat. */
const chunkSize = 512;

/** Runs a task for every item, a few hundred at once, and gives the outcomes in the items' order. */
export async function inChunks<Item, Outcome>(items: readonly Item[], task: (item: Item) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < items.length; start += chunkSize) {
    outcomes.push(...(await Promise.all(items.slice(start, start + chunkSize).map(task))));
  }
  return outcomes;
}
