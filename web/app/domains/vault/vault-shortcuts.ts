/** A key of the open vault and what it does. */
export type Shortcut = { readonly key: string; readonly name: string };

/** Every key that the open vault knows, as the sheet shows them. */
export const shortcuts: readonly Shortcut[] = [
  { key: '/', name: 'Search' },
  { key: 'j', name: 'Next entry' },
  { key: 'k', name: 'Previous entry' },
  { key: 'Enter', name: 'Show the entry, then its password' },
  { key: 'c', name: 'Copy the password' },
  { key: 'u', name: 'Copy the username' },
  { key: 't', name: 'Copy the one-time code' },
  { key: 'e', name: 'Edit' },
  { key: 'n', name: 'Add an entry' },
  { key: 'L', name: 'Lock' },
  { key: 'Esc', name: 'Hide, then go back' },
  { key: '?', name: 'This sheet' },
];

/** Whether a key press is meant for the vault: none in a field, in a dialog, or with a modifier is. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  const { target } = event;
  return !(target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)));
}
