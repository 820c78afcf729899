/** A part of a text, from `start` to before `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Characters of the longest name. */
const longestName = 255;

const roots = { 'in-addr': /\.in-addr\.arpa(?![\w-])/gi, ip6: /\.ip6\.arpa(?![\w-])/gi } as const;

/** Names of a reversed tree in a text, with the labels before the tree's own, the nearest to it first. */
export function findReversed(text: string, tree: keyof typeof roots): readonly (Span & { readonly labels: readonly string[] })[] {
  return [...text.matchAll(roots[tree])].map(({ 0: root, index }) => {
    let start = index;
    while (start > 0 && index - start < longestName && /[\w./-]/.test(text[start - 1] ?? '')) start -= 1;
    while (/[./-]/.test(text[start] ?? '') && start < index) start += 1;
    return { start, end: index + root.length, labels: text.slice(start, index).toLowerCase().split('.').reverse() };
  });
}
