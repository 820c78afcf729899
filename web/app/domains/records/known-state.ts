import type { CollectionState, Feed } from './collection-state.ts';

/** A collection's state once it is known, however it is. */
export async function knownState<Row>(feed: Feed<Row>): Promise<CollectionState<Row>> {
  let stop = () => {};
  const known = await new Promise<CollectionState<Row>>((resolve) => {
    const look = () => {
      const state = feed.read();
      if (state.status !== 'loading') resolve(state);
    };
    stop = feed.subscribe(look);
    look();
  });
  stop();
  return known;
}
