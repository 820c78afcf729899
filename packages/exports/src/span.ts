/** A part of a text, from `start` to before `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Characters of the longest name. */
const longestName = 255;

/** Names of a reversed tree (`in-addr`, `ip6`) in a text, with the labels before the tree's own, the nearest to it first. */
export function findReversed(text: string, tree: string): readonly (Span & { readonly labels: readonly string[] })[] {
  return [...text.matchAll(new RegExp(`\\.${tree}\\.arpa(?![\\w-])`, 'gi'))].map(({ 0: root, index }) => {
    let start = index;
    while (start > 0 && index - start < longestName && /[\w./-]/.test(text[start - 1] ?? '')) start -= 1;
    while (/[./-]/.test(text[start] ?? '') && start < index) start += 1;
    return { start, end: index + root.length, labels: text.slice(start, index).toLowerCase().split('.').reverse() };
  });
}
