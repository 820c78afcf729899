/** The rows of a long list that are drawn: from `first` up to but not including `end`. */
export type ListWindow = { readonly first: number; readonly end: number };

/** Rows drawn beyond each edge of what is seen, so that a fast scroll meets no gap. */
const spareRows = 6;

/** Which rows of a list of equal rows show in a viewport; all lengths in pixels. */
export function windowOf(count: number, rowHeight: number, scrollTop: number, viewHeight: number): ListWindow {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - spareRows;
  const end = Math.ceil((Math.max(0, scrollTop) + viewHeight) / rowHeight) + spareRows;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count) };
}

/** Where a list must stand so that a row is seen whole, moving no further than needed. */
export function scrollTopFor(index: number, rowHeight: number, scrollTop: number, viewHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - viewHeight);
}
