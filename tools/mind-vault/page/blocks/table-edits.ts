import { trimEndOf } from '@castellan/foundation/line-text';
import type { NoteBlock, NoteCell } from '../../../../web/app/domains/notes/shown/note-block.ts';
import type { TextChange } from '../../knowledge/text-change.ts';

type TableBlock = Extract<NoteBlock, { kind: 'table' }>;

/** What a cell says, as it is written; a bar without the backslash that it needs in a table. */
export function cellText(text: string, { from, to }: NoteCell): string {
  return text.slice(from, to).replaceAll('\\|', '|');
}

/** Writes a cell, in its own place: nothing else of the table changes. A row that has too few cells gets those up to it. */
export function writeCell(text: string, table: TableBlock, row: number, column: number, value: string): TextChange | undefined {
  const cells = row < 0 ? table.head : table.rows[row];
  const cell = cells?.[column];
  if (cells === undefined || cell === undefined) return undefined;
  const words = trimEndOf(value.replace(/\s+/g, ' ').trim(), '\\').replace(/\\?\|/g, '\\|');
  if (words === text.slice(cell.from, cell.to)) return undefined;
  // A row that begins without a bar gets one: its first words could else begin anything.
  const begin = column === 0 && text.slice(text.lastIndexOf('\n', cell.from - 1) + 1, cell.from).trim() === '' ? '| ' : '';
  const lineEnd = text.indexOf('\n', cell.to);
  const rest = text.slice(cell.to, lineEnd < 0 ? text.length : lineEnd);
  // So does one that ends without, where its last cell would be empty.
  const end = words === '' && rest.trim() === '' ? ' |' : '';
  if (cell.to > cell.from) return { from: cell.from, to: cell.to, insert: begin + words + end };
  if (rest.trim() !== '') return { from: cell.from, to: cell.from, insert: ` ${words}${rest.startsWith(' ') ? '' : ' '}` };
  // The row ends before this cell: the missing ones all stand at its end.
  const missing = cells.slice(0, column).filter(({ from, to }) => from === to && from === cell.from).length;
  const isClosed = /(?<!\\)\|$/.test(text.slice(0, cell.from).trimEnd());
  return { from: cell.from, to: cell.from, insert: `${isClosed ? '' : ' |'}${'  |'.repeat(missing)} ${words} |` };
}

/** A new row below the others. */
export function addRow(table: TableBlock): TextChange {
  return { from: table.to, to: table.to, insert: `\n|${'   |'.repeat(table.head.length)}` };
}
