/** Stands on an element of the head while the page knows nothing of whose it is: where the owner's pages are. */
export function shellMark(ownersPaths: readonly string[] = []): { readonly 'data-shell': string } {
  return { 'data-shell': ownersPaths.join(' ') };
}

/** Whether the page came as one of the owner's, which holds no facts, and still has none in the root. For the browser. */
export function isShell(): boolean {
  return document.querySelector('meta[data-shell]') !== null;
}

/**
 * Whether the facts that such a page came without are wanted at an address: not at one of the owner's. The gate, which stands before
 * the loaders, refuses some there, and a root without its data would be drawn anew, with scripts that Trusted Types do not let it write.
 */
export function wantsFactsAt(pathname: string): boolean {
  const marked = document.querySelector('meta[data-shell]')?.getAttribute('data-shell');
  return typeof marked === 'string' && !marked.split(' ').includes(pathname);
}
