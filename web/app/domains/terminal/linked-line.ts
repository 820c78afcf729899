/** The longest line that a link may carry, in characters. */
export const longestLinkedLine = 200;

/**
 * The line that a page's address carries in `c`, or `undefined` where there is none that may be shown: too long, with
 * control, invisible or direction-changing characters (what runs must be what is seen), or with anything like markup.
 */
export function parseLinkedLine(search: string): string | undefined {
  const line = new URLSearchParams(search).get('c')?.trim();
  if (line === undefined || line === '' || line.length > longestLinkedLine) return undefined;
  if (/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(line) || /<[a-z!/?]|&#?\w+;/i.test(line)) return undefined;
  return line;
}

/** The address that shows a line to someone else; only lines that merely answer will run there by themselves. */
export function linkOfLine(origin: string, path: string, line: string): string {
  return `${origin}${path}?c=${encodeURIComponent(line)}`;
}
