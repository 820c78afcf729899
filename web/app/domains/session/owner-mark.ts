/** Marks the document while the owner is expected: no tool that visitors see is shown before its frame is known (owner-boot.ts, base.css). */
export function expectOwner(): void {
  document.documentElement.dataset['owner'] = '';
}

/** Takes the mark away: whose page it is is known. */
export function stopExpectingOwner(): void {
  delete document.documentElement.dataset['owner'];
}
