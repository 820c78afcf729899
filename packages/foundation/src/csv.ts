/** What a text of comma separated values holds. */
export type ParsedCsv = {
  /** Rows with at least two cells, or one that is not empty. */
  readonly rows: readonly (readonly string[])[];
  /** The line of the text, from 1, on which each row begins. */
  readonly lines: readonly number[];
  /** The line of the first quote that begins a cell and encloses no whole one. */
  readonly openQuote: number | undefined;
  /** Whether that quote is never closed: of the quotes from it on, one is left over. */
  readonly endsInQuote: boolean;
};

/**
 * Parses CSV (RFC 4180), with any of the usual line ends; the commonest of `,` `;` and tab separates, by the first line that has one.
 * A quote that begins a cell and is not closed before a separator or a line end is a character like others: what follows it is read
 * as it stands, and no line disappears in a cell. Reads at most `maxRows`, and leaves a byte order mark out.
 */
export function parseCsv(text: string, maxRows = Number.POSITIVE_INFINITY): ParsedCsv {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const stop = new RegExp(`[${separator}\\r\\n]|$`, 'g');
  const [rows, lines]: [string[][], number[]] = [[], []];
  let [row, line, begun]: [string[], number, number] = [[], 1, 1];
  let openQuote: number | undefined;
  let endsInQuote = false;
  for (let at = 0; at <= source.length && rows.length < maxRows; ) {
    const quoted = source[at] === '"' ? quotedCell(source, at, separator) : undefined;
    if (source[at] === '"' && quoted === undefined && openQuote === undefined) {
      openQuote = line;
      endsInQuote = source.slice(at).split('"').length % 2 === 0;
    }
    stop.lastIndex = at;
    const end = quoted?.end ?? stop.exec(source)?.index ?? source.length;
    row.push(quoted?.cell ?? source.slice(at, end));
    line += quoted?.cell.match(lineEnd)?.length ?? 0;
    at = end + 1;
    if (source[end] === separator) continue;
    if (source[end] === '\r' && source[at] === '\n') at += 1;
    if (row.length > 1 || row[0] !== '') {
      rows.push(row);
      lines.push(begun);
    }
    [row, line] = [[], line + 1];
    begun = line;
  }
  return { rows, lines, openQuote, endsInQuote };
}

/**
 * How a table ends. `cut`: a quote of it is never closed, or its last row has fewer cells than every other. `without_line_end`: its last
 * row is not ended, as in a table that was cut inside of its last cell and in some that are whole. `isRow` may say that a short last row
 * that has its line end is no row of the table, but a line below it.
 */
export type CsvEnd = 'whole' | 'without_line_end' | 'cut';

/** How the table in a text ends; its heading is row `from` of what was parsed. */
export function csvEnd(
  text: string,
  { rows, lines, endsInQuote }: ParsedCsv,
  from = 0,
  isRow: (row: readonly string[]) => boolean = () => true,
): CsvEnd {
  if (endsInQuote) return 'cut';
  const hasLineEnd = /[\r\n][ \t]*$/.test(text.slice(-100));
  const last = rows.at(-1);
  if (last === undefined || rows.length - 1 <= from || (lines.at(-1) ?? 0) === 0) return hasLineEnd ? 'whole' : 'without_line_end';
  const least = rows.slice(Math.max(0, from), -1).reduce((fewest, { length }) => Math.min(fewest, length), Number.POSITIVE_INFINITY);
  if (last.length < least && (!hasLineEnd || isRow(last))) return 'cut';
  return hasLineEnd ? 'whole' : 'without_line_end';
}

const lineEnd = /\r\n|\r|\n/g;

/** The cell in quotes that begins here, with the place behind it; `undefined` where the quotes do not enclose a whole cell. */
function quotedCell(text: string, start: number, separator: string): { readonly cell: string; readonly end: number } | undefined {
  let from = start + 1;
  let cell = '';
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', from)) {
    cell += text.slice(from, at);
    if (text[at + 1] !== '"') {
      let end = at + 1;
      while (text[end] === ' ') end += 1;
      const next = text[end];
      return next === undefined || next === separator || next === '\n' || next === '\r' ? { cell, end } : undefined;
    }
    cell += '"';
    from = at + 2;
  }
  return undefined;
}

function separatorOf(text: string): string {
  // A bank's file may begin with lines of its own before the table.
  const line = /^.*[,;\t].*/m.exec(text)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
