import { compareText, type MediaEntry, type MediaItem } from './media.ts';

/** How the shelf is narrowed and ordered; an empty text narrows nothing. */
export type ShelfQuestion = {
  readonly words: string;
  readonly status: string;
  readonly kind: string;
  readonly tag: string;
  readonly order: string;
};

type ByItem = ReadonlyMap<string, readonly MediaEntry[]>;

/** The items that fit, in order. Words are looked for in title, names, year, tags and ISBN. */
export function findOnShelf(
  items: readonly MediaItem[],
  byItem: ByItem,
  { words, status, kind, tag, order }: ShelfQuestion,
): readonly MediaItem[] {
  const wanted = words.trim().toLowerCase();
  return items
    .filter(
      (item) =>
        (status === '' || item.status === status) &&
        (kind === '' || item.kind === kind) &&
        (tag === '' || item.tags.includes(tag)) &&
        (wanted === '' || textOf(item).includes(wanted)),
    )
    .sort(comparing(order, byItem));
}

function textOf({ title, creators, year, tags, isbn }: MediaItem): string {
  return `${title} ${creators.join(' ')} ${year ?? ''} ${tags.join(' ')} ${isbn ?? ''}`.toLowerCase();
}

function comparing(order: string, byItem: ByItem) {
  const lastDay = ({ id }: MediaItem) => byItem.get(id)?.at(-1)?.on_day ?? '';
  const added = (one: MediaItem, other: MediaItem) => compareText(other.created_at, one.created_at) || compareText(one.title, other.title);
  return (one: MediaItem, other: MediaItem): number => {
    if (order === 'logged') return compareText(lastDay(other), lastDay(one)) || added(one, other);
    if (order === 'rating') return (other.rating ?? 0) - (one.rating ?? 0) || added(one, other);
    if (order === 'title') return compareText(one.title.toLowerCase(), other.title.toLowerCase());
    if (order === 'year') return (other.year ?? -9999) - (one.year ?? -9999) || added(one, other);
    return added(one, other);
  };
}
