import { fold } from '../../domains/commands/rank-commands.ts';

/** Those whose title holds every word; where one is called exactly so, that one alone. */
export function bestFit<Item>(words: string, items: readonly Item[], titleOf: (item: Item) => string): readonly Item[] {
  const wanted = fold(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const fits = items.filter((item) => wanted.every((word) => fold(titleOf(item)).includes(word)));
  const exact = fits.filter((item) => fold(titleOf(item)).trim() === wanted.join(' '));
  return exact.length > 0 ? exact : fits;
}

/** Those of them that can be finished: what cannot, such as a bill of the sealed ledger, is named to nobody who asks for this. */
export function finishable<Item extends { readonly title: string; readonly finish?: unknown }>(
  words: string,
  items: readonly Item[],
): readonly (Item & { readonly finish: NonNullable<Item['finish']> })[] {
  const able = items.filter((item): item is Item & { readonly finish: NonNullable<Item['finish']> } => item.finish !== undefined);
  return bestFit(words, able, ({ title }) => title);
}
