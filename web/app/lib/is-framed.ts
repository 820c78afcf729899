/** Whether this page stands in a window of the desktop; the boot script marks the document. False on the server. */
export function isFramed(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['framed'] !== undefined;
}

/** On the part of a window that has the focus when the window is brought up: from there its page may take it. */
export const givesFocus = { 'data-gives-focus': '' } as const;

/**
 * Whether a page may take the focus unasked, for instance for the field that everybody wants first. In a window of the desktop
 * it may not take it from what is done outside its window, nor from the buttons of the window: a key would go astray.
 */
export function mayTakeFocus(): boolean {
  if (!isFramed() || document.hasFocus()) return true;
  const frame = window.frameElement;
  const focused = frame?.ownerDocument.activeElement ?? null;
  if (frame === null || focused === null || focused === frame.ownerDocument.body) return true;
  return 'givesFocus' in (focused as HTMLElement).dataset && focused.closest('section') === frame.closest('section');
}
