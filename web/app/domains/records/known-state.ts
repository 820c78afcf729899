import type { CollectionState, Feed } from './collection-state.ts';

/** A collection's state once it is known, however it is. */
export function knownState<Row>(feed: Feed<Row>): Promise<CollectionState<Row>> {
  return whileHeard(
    feed,
    ({ status }) => status !== 'loading',
    async (state) => state,
  );
}

/** Does something with a sealed collection once its sealer is here: listening has that fetched, and only then can anything be sealed. */
export function withSealer<Row, Value>(feed: Feed<Row>, work: () => Promise<Value>): Promise<Value> {
  return whileHeard(feed, ({ vault }) => vault !== 'loading', work);
}

/** Listens until the work is done, which begins with the first state that will do. */
async function whileHeard<Row, Value>(
  feed: Feed<Row>,
  isEnough: (state: CollectionState<Row>) => boolean,
  work: (state: CollectionState<Row>) => Promise<Value>,
): Promise<Value> {
  let stop = () => {};
  const state = await new Promise<CollectionState<Row>>((resolve) => {
    const look = () => {
      const now = feed.read();
      if (isEnough(now)) resolve(now);
    };
    stop = feed.subscribe(look);
    look();
  });
  try {
    return await work(state);
  } finally {
    stop();
  }
}
