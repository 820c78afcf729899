import { forgetOnSignOut } from '../../lib/session-end/forget-on-sign-out.ts';

let admitted = false;
let endsAtMs = 0;

/**
 * Whether somebody was let in since this document was loaded: by the server's word that the session is live, or by whatever else opens
 * this device. What starts cold was not, and draws nothing that the browser keeps. It is in memory alone, so that a reload asks anew.
 */
export const admission = {
  given: (): boolean => admitted,
  /** Until when this device was opened without the server, in milliseconds since 1970; 0 where it was not. */
  untilMs: (): number => endsAtMs,
  /** `untilMs`: where something else than the server lets in. */
  give: (untilMs = 0): void => {
    admitted = true;
    endsAtMs = untilMs;
  },
} as const;

forgetOnSignOut(() => {
  admitted = false;
  endsAtMs = 0;
});
