/** Whether this page stands in a window of the desktop; the boot script marks the document. False on the server. */
export function isFramed(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['framed'] !== undefined;
}
