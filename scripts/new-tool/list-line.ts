/** One more entry of a list in a source file: the line that imports it and how it is written in the list. */
export type ListLine = {
  /** The file, from the repository's root on. */
  readonly path: string;
  /** The exported constant that is the list or the table. */
  readonly list: string;
  readonly importLine: string;
  readonly entry: string;
};

/**
 * The source with one more import and one more entry at the end of its list (`export const NAME … = [ … ]` or `{ … }`).
 * `undefined` where the list is not found. The order of imports is left to the formatter.
 */
export function addListLine(source: string, { list, importLine, entry }: Omit<ListLine, 'path'>): string | undefined {
  const begin = new RegExp(`export const ${list}\\b[^=]*=\\s*(?=[[{])`).exec(source);
  if (begin === null) return undefined;
  const open = begin.index + begin[0].length;
  const end = closingBracket(source, open);
  if (end === undefined) return undefined;
  const inside = source.slice(open + 1, end).trimEnd();
  const separator = inside.trim() === '' || inside.endsWith(',') ? '' : ',';
  const withEntry = `${source.slice(0, open + 1)}${inside}${separator} ${entry}${source.slice(end)}`;
  const firstImport = withEntry.search(/^import /m);
  return firstImport < 0
    ? `${importLine}\n${withEntry}`
    : `${withEntry.slice(0, firstImport)}${importLine}\n${withEntry.slice(firstImport)}`;
}

/** Where the bracket that opens at `open` closes. Lists hold names and calls, no brackets inside texts. */
function closingBracket(source: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    const character = source.charAt(at);
    if ('[{('.includes(character)) depth += 1;
    else if (']})'.includes(character)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
