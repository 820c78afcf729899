import { forgetOnSignOut } from '../../../../web/app/lib/session-end/forget-on-sign-out.ts';

/** A text that is not saved yet, with the version of the file that it was made from. */
export type Draft = { readonly text: string; readonly base: string | null };

/** Drafts by file name, until the page is left or the session ends: whoever looks at another part finds them again. */
const drafts = new Map<string, Draft>();

forgetOnSignOut(() => {
  drafts.clear();
  window.removeEventListener('beforeunload', ask);
});

export function readDraft(name: string): Draft | undefined {
  return drafts.get(name);
}

/** Keeps a draft; `undefined` forgets it. The browser asks before a page with drafts is closed. */
export function keepDraft(name: string, draft: Draft | undefined): void {
  const before = drafts.size;
  if (draft === undefined) drafts.delete(name);
  else drafts.set(name, draft);
  if (before === 0 && drafts.size > 0) window.addEventListener('beforeunload', ask);
  if (drafts.size === 0) window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
