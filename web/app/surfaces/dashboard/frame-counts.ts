import { createStore } from '../../lib/store.ts';

/** What is told in the frame of a view: how many there are, and of what, as in "6 active tasks". */
export type FrameCount = { readonly count: number; readonly words: string };

/** By the ids of views. */
export type FrameCounts = Readonly<Record<string, FrameCount>>;

/** What is known of them. */
export const frameCounts = createStore<FrameCounts>({});

/** Tells what belongs to a view, by its id. Nothing of it may come from what is sealed: it stays in the frame after a lock. */
export function tellFrameCount(id: string, count: number, words = count === 1 ? 'unread notification' : 'unread notifications'): void {
  const had = frameCounts.get()[id];
  if (had?.count === count && had.words === words) return;
  frameCounts.set({ ...frameCounts.get(), [id]: { count, words } });
}
