import type { Link } from '../collection-state.ts';

/** Whether the server answers, as the last request found it. */
export type LinkState = { readonly read: () => Link; readonly set: (next: Link) => void };

/** Makes it; `onChange` is called when the answer becomes another one. */
export function createLinkState(onChange: () => void): LinkState {
  let link: Link = 'unknown';
  return {
    read: () => link,
    set: (next) => {
      if (link === next) return;
      link = next;
      onChange();
    },
  };
}
