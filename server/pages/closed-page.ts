import type { ClosedReason } from '@castellan/web/closed-reasons';
import type { DirectResponse } from '../http/direct-answer.ts';

/**
 * Answers with the page that says why a link opens nothing: there is one for each reason, drawn once. `header`: a header of the
 * request by its name in small letters.
 */
export type ClosedPage = (reason: ClosedReason, header: (name: string) => string | undefined) => DirectResponse | Promise<DirectResponse>;

/** Where the page is drawn. It reads the reason from its query, which a visitor cannot set; no link has the last part of its path. */
export function closedAddress(reason: ClosedReason): { readonly path: string; readonly search: string } {
  return { path: reason.startsWith('report-') ? '/r/-' : '/s/-', search: `?refused=${reason}` };
}
