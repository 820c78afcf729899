import { StyleModule } from 'style-mod';

/** As much of a root as the editor's style library asks for; of one without a head it believes that it takes sheets. */
type SheetRoot = { readonly ownerDocument: Document; adoptedStyleSheets: CSSStyleSheet[] };

/**
 * Has the editor's styles kept in a constructed style sheet of the document. By itself the library writes a `<style>` element into a
 * document's head, which the page's policy refuses: it names its inline parts by their hashes, and these styles change.
 */
export function adoptEditorStyles(page: Document = document): void {
  const root: SheetRoot = { ownerDocument: page, adoptedStyleSheets: [] };
  StyleModule.mount(root as unknown as ShadowRoot, []);
  const { ownerDocument, adoptedStyleSheets, ...keptSet } = root;
  // The library remembers under a symbol what it mounts into; the document remembers the same.
  Object.assign(page, keptSet);
}
