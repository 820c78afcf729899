/** Parses CSV (RFC 4180), with any of the usual line ends; the first line's commonest of `,` `;` and tab separates. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) {
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

/** Writes CSV (RFC 4180). A cell that a spreadsheet would run as a formula is defused by an apostrophe before it. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quote(defuse(cell))).join(',')}\r\n`).join('');
}

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
  const line = /^.*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
