import type { Capture } from './capture.ts';
import type { PageFacts } from './read-html.ts';

/** What the tests read: the answers, and the page that the last of them holds (empty where it is not HTML). */
export type Evidence = { readonly capture: Capture; readonly page: PageFacts };

/** The kinds of content whose body is read for scripts and policies, in exactly this spelling. */
export const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
