/**
 * Parses CSV (RFC 4180), with any of the usual line ends; the commonest of `,` `;` and tab separates, by the first line that has one.
 * A quote that begins a cell and is not closed before a separator or a line end is a character like others: what follows it is read
 * as it stands, and no line disappears in a cell.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const quoted = char === '"' && cell === '' ? quotedCell(text, at, separator) : undefined;
    if (quoted !== undefined) {
      cell = quoted.cell;
      at = quoted.end;
    } else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += char;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** The cell in quotes that begins here, with the place of its last character; `undefined` where the quotes do not enclose a whole cell. */
function quotedCell(text: string, start: number, separator: string): { readonly cell: string; readonly end: number } | undefined {
  let from = start + 1;
  let cell = '';
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', from)) {
    cell += text.slice(from, at);
    if (text[at + 1] !== '"') {
      let end = at;
      while (text[end + 1] === ' ') end += 1;
      const next = text[end + 1];
      return next === undefined || next === separator || next === '\n' || next === '\r' ? { cell, end } : undefined;
    }
    cell += '"';
    from = at + 2;
  }
  return undefined;
}

/**
 * Writes CSV (RFC 4180). A cell that a spreadsheet would run as a formula is defused by an apostrophe before it. In `amounts`, columns
 * from 0, a plain number stays one, also below zero: it runs as nothing, and is summed.
 */
export function formatCsv(rows: readonly (readonly string[])[], amounts: readonly number[] = []): string {
  const written = (cell: string, column: number) => quote(amounts.includes(column) && plainNumber.test(cell) ? cell : defuse(cell));
  return rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

const plainNumber = /^-?\d+(\.\d+)?$/;
const formula = /^'*[=+\-@\t\r]/;

/** Puts an apostrophe before what a spreadsheet would take for a formula. */
export function defuse(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Takes away the apostrophe that `defuse` put there. */
export function undefuse(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

function quote(cell: string): string {
  return /[",;\t\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function separatorOf(text: string): string {
  // A bank's file may begin with lines of its own before the table.
  const line = /^.*[,;\t].*/m.exec(text)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
