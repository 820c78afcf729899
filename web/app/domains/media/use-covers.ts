import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import type { RowPictures } from '../records/row-pictures.ts';
import { fetchCover, loadCovers } from './look-up.ts';
import { mediaItemsCollection } from './media-items.collection.ts';

/** Covers by item, as addresses of pictures, for as long as the page lives. */
const covers = createStore<ReadonlyMap<string, string>>(new Map());

/** Items that the server was asked about; it is asked once. */
const asked = new Set<string>();

/** Items of one question. */
const atOnce = 60;

let kept: Promise<RowPictures | undefined> | undefined;

/** Fetched with the first item that is shown; `undefined` where that could not be loaded. */
function keptCovers(): Promise<RowPictures | undefined> {
  kept ??= import('../records/row-pictures.ts').then(
    ({ rowPictures }) => rowPictures(mediaItemsCollection.name, indexedDB),
    () => undefined,
  );
  return kept;
}

/** The covers of these items: at once those that this browser keeps, then what the server has, which is asked when they are first shown. */
export function useCovers(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = ids.join(' ');
  useEffect(() => {
    const fresh = wanted.split(' ').filter((id) => id !== '' && !asked.has(id));
    for (const id of fresh) asked.add(id);
    for (let from = 0; from < fresh.length; from += atOnce) void load(fresh.slice(from, from + atOnce));
  }, [wanted]);
  return useSyncExternalStore(covers.subscribe, covers.get, covers.get);
}

async function load(ids: readonly string[]): Promise<void> {
  const asking = loadCovers(ids);
  const own = (await (await keptCovers())?.read(ids)) ?? new Map<string, string>();
  if (own.size > 0) covers.set(new Map([...own, ...covers.get()]));
  const loaded = await asking;
  // Nobody answered: the next time they are shown they are asked for again.
  if (loaded === undefined) for (const id of ids) asked.delete(id);
  // A cover that is being fetched just now was not kept here before, and the answer may be older than it.
  else await take(new Map(ids.filter((id) => loaded.has(id) || own.has(id)).map((id) => [id, loaded.get(id)])));
}

/** Has the server keep a cover for an item, and shows it; resolves with whether there is one now. */
export async function keepCover(id: string, cover: string): Promise<boolean> {
  const picture = await fetchCover(id, cover);
  if (picture !== undefined) await take(new Map([[id, picture]]));
  return picture !== undefined;
}

/** Shows and keeps what the server said of items: a cover, or that there is none. */
async function take(said: ReadonlyMap<string, string | undefined>): Promise<void> {
  if (said.size === 0) return;
  const next = new Map(covers.get());
  for (const [id, picture] of said) {
    if (picture === undefined) next.delete(id);
    else next.set(id, picture);
  }
  covers.set(next);
  await (await keptCovers())?.keep(said);
}
