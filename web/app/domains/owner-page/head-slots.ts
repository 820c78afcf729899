import { createContext } from 'react';

/** Where the head of a page takes what is known only within it: `null` before the head is there, and on pages without one. */
export type HeadSlots = { readonly state: HTMLElement | null; readonly tools: HTMLElement | null };

/** No head that takes anything. */
export const noSlots: HeadSlots = { state: null, tools: null };

/** Also given to what is drawn in a root of its own, which fills the slots by portals: the page around it then holds nothing of what is in them. */
export const HeadSlotsContext = createContext(noSlots);
