import { forgetOnSignOut } from '../../lib/session-end/forget-on-sign-out.ts';

let admitted = false;

/**
 * Whether somebody was let in since this document was loaded: by the server's word that the session is live, or by whatever else opens
 * this device. What starts cold was not, and draws nothing that the browser keeps. It is in memory alone, so that a reload asks anew.
 */
export const admission = {
  given: (): boolean => admitted,
  give: (): void => {
    admitted = true;
  },
} as const;

forgetOnSignOut(() => {
  admitted = false;
});
