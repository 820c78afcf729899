/** Stands on an element of the head while the page knows nothing of whose it is. */
export const shellMark = { 'data-shell': '' } as const;

/** Whether the page came as one of the owner's, which holds no facts, and still has none in the root. For the browser. */
export function isShell(): boolean {
  return document.querySelector('meta[data-shell]') !== null;
}
