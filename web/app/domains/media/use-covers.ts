import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { fetchCover, loadCovers } from './look-up.ts';

/** Covers by item, as addresses of pictures, for as long as the page lives. */
const covers = createStore<ReadonlyMap<string, string>>(new Map());

/** Items that the server was asked about; it is asked once. */
const asked = new Set<string>();

/** Items of one question. */
const atOnce = 60;

/** The covers of these items that the server keeps; asked for when they are first shown. */
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
  const loaded = await loadCovers(ids);
  // Nobody answered: the next time they are shown they are asked for again.
  if (loaded === undefined) for (const id of ids) asked.delete(id);
  else if (loaded.size > 0) covers.set(new Map([...covers.get(), ...loaded]));
}

/** Has the server keep a cover for an item, and shows it. */
export async function keepCover(id: string, cover: string): Promise<void> {
  const picture = await fetchCover(id, cover);
  if (picture !== undefined) covers.set(new Map([...covers.get(), [id, picture]]));
}
