import { forgetOnSignOut } from '../../lib/session-end/forget-on-sign-out.ts';
import { createStore } from '../../lib/store.ts';

/** What opened this device without the server: from when what it shows is, and until when it counts, in milliseconds since 1970. */
export type OpenedAway = { readonly asOfMs: number; readonly untilMs: number };

let admitted = false;
const openedAway = createStore<OpenedAway | undefined>(undefined);

/**
 * Whether somebody was let in since this document was loaded: by the server's word that the session is live, or by whatever else opens
 * this device. What starts cold was not, and draws nothing that the browser keeps. It is in memory alone, so that a reload asks anew.
 */
export const admission = {
  given: (): boolean => admitted,
  /** What let in without the server, for as long as that has not answered since. The same object until it changes. */
  away: openedAway.get,
  subscribe: openedAway.subscribe,
  /** `away`: where something else than the server lets in. */
  give: (away?: OpenedAway): void => {
    admitted = true;
    if (away !== openedAway.get()) openedAway.set(away);
  },
} as const;

forgetOnSignOut(() => {
  admitted = false;
  openedAway.set(undefined);
});
