import type { Day } from '../../tasks/day.ts';
import { compareText, type MediaEntry, type MediaItem } from '../media.ts';

/** What wants the owner next: what today is meant for, what is in progress (the newest first), and what is planned. */
export type UpNext = {
  readonly today: readonly MediaItem[];
  readonly active: readonly MediaItem[];
  readonly planned: readonly MediaItem[];
};

/** Sorts items by what comes next; nothing stands in two lists. */
export function upNextOf(items: readonly MediaItem[], byItem: ReadonlyMap<string, readonly MediaEntry[]>, day: Day): UpNext {
  const open = items.filter(isOpen);
  const today = open.filter((item) => item.planned_on !== null && item.planned_on <= day);
  const rest = open.filter((item) => item.planned_on === null || item.planned_on > day);
  const touched = (item: MediaItem) => byItem.get(item.id)?.at(-1)?.on_day ?? item.created_at;
  return {
    today: today.sort((one, other) => compareText(one.planned_on ?? '', other.planned_on ?? '') || comparePlanned(one, other)),
    active: rest.filter(({ status }) => status === 'active').sort((one, other) => compareText(touched(other), touched(one))),
    planned: rest.filter(({ status }) => status === 'planned').sort(comparePlanned),
  };
}

/** Whether an item still wants to be watched or read. */
export function isOpen({ status }: Pick<MediaItem, 'status'>): boolean {
  return status === 'planned' || status === 'active';
}

/** Those with a day first, then as the owner put them, the newest on top. */
function comparePlanned(one: MediaItem, other: MediaItem): number {
  return (
    compareText(one.planned_on ?? '9999', other.planned_on ?? '9999') ||
    one.position - other.position ||
    compareText(other.created_at, one.created_at) ||
    compareText(one.title, other.title)
  );
}
