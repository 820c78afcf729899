import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';

/** A place in the document: its name, its page, and its height there in points from below. */
export type Bookmark = { readonly title: string; readonly page: PDFRef; readonly y: number };

/** Writes the bookmarks into the document, one level of them. */
export function writeBookmarks(document: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const { context, catalog } = document;
  const rootRef = context.nextRef();
  const refs = bookmarks.map(() => context.nextRef());
  for (const [index, { title, page, y }] of bookmarks.entries()) {
    const item = context.obj({ Parent: rootRef, Dest: [page, 'XYZ', null, Math.round(y), null] });
    item.set(PDFName.of('Title'), PDFHexString.fromText(title));
    const [before, ref, after] = [refs[index - 1], refs[index], refs[index + 1]];
    if (before !== undefined) item.set(PDFName.of('Prev'), before);
    if (after !== undefined) item.set(PDFName.of('Next'), after);
    if (ref !== undefined) context.assign(ref, item);
  }
  const [first, last] = [refs[0], refs.at(-1)];
  if (first === undefined || last === undefined) return;
  context.assign(rootRef, context.obj({ Type: 'Outlines', First: first, Last: last, Count: refs.length }));
  catalog.set(PDFName.of('Outlines'), rootRef);
}
