import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type NoteBlock, type NoteCell, wordsOf } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { alignClass } from '../../../../web/app/domains/notes/shown/note-blocks.tsx';
import type { TextChange } from '../../knowledge/text-change.ts';
import type { NoteReading } from '../reading/note-reading.tsx';
import { CellWords } from './cell-words.tsx';
import { addRow, cellText, writeCell } from './table-edits.ts';

type EditedTableProps = {
  /** The text of the table alone; its cells are places of it. */
  readonly text: string;
  readonly table: Extract<NoteBlock, { kind: 'table' }>;
  readonly onChange: (change: TextChange) => void;
  readonly onReveal: () => void;
  readonly reading: Omit<Parameters<typeof NoteReading>[0], 'blocks' | 'onTick'>;
};

/** The cell that is written in: `row` is -1 in the head. */
type Place = { readonly row: number; readonly column: number };

/** A table whose cells are written in place: Tab goes from cell to cell, and from the last one into a new row. */
export function EditedTable({ text, table, onChange, onReveal, reading }: EditedTableProps) {
  const [at, setAt] = useState<Place>();
  const width = table.head.length;
  const save = ({ row, column }: Place, value: string) => {
    const change = writeCell(text, table, row, column, value);
    if (change !== undefined) onChange(change);
  };
  // The cell behind the last one is in a row that is made for it, once what was typed has been saved.
  const isBehind = at !== undefined && at.row >= table.rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row is made once for each state of the table.
  useEffect(() => {
    if (isBehind) onChange(addRow(table));
  }, [isBehind, table.rows.length]);
  const go = (number: number) => setAt(number < 0 ? undefined : { row: Math.floor(number / width) - 1, column: number % width });
  const cell = (one: NoteCell, row: number, column: number) => {
    const place = { row, column };
    if (at?.row === row && at.column === column)
      return (
        <CellField
          key={`${row}.${column}`}
          label={row < 0 ? `Heading of column ${column + 1}` : `${wordsOf(table.head[column]?.content ?? [])}, row ${row + 1}`}
          value={cellText(text, one)}
          onSave={(value) => save(place, value)}
          onMove={(by) => go((row + 1) * width + column + (by === 'below' ? width : by === 'above' ? -width : by === 'next' ? 1 : -1))}
          onLeave={() => setAt((now) => (now?.row === row && now.column === column ? undefined : now))}
        />
      );
    return <CellWords parts={one.content} {...reading} onWrite={() => setAt(place)} />;
  };
  return (
    <section className="note-table" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.head.map((one, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
              <th key={column} scope="col" className={alignClass(table.aligns[column])}>
                {cell(one, -1, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
            <tr key={row}>
              {cells.map((one, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
                <td key={column} className={alignClass(table.aligns[column])}>
                  {cell(one, row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note-table-tools">
        <button type="button" onClick={() => setAt({ row: -1, column: 0 })}>
          Write in the cells
        </button>
        <button type="button" onClick={() => onChange(addRow(table))}>
          Add a row
        </button>
        <button type="button" onClick={onReveal}>
          Edit as text
        </button>
      </p>
    </section>
  );
}

type CellFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
  readonly onMove: (by: 'next' | 'before' | 'below' | 'above') => void;
  readonly onLeave: () => void;
};

function CellField({ label, value, onSave, onMove, onLeave }: CellFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const isLeft = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      isLeft.current = true;
      return onLeave();
    }
    const by =
      event.key === 'Tab'
        ? event.shiftKey
          ? 'before'
          : 'next'
        : event.key === 'Enter' || event.key === 'ArrowDown'
          ? 'below'
          : event.key === 'ArrowUp'
            ? 'above'
            : undefined;
    if (by === undefined) return;
    event.preventDefault();
    isLeft.current = true;
    onSave(typed);
    onMove(by);
  };
  return (
    <input
      ref={field}
      aria-label={label}
      autoComplete="off"
      value={typed}
      size={Math.max(4, typed.length)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => {
        if (isLeft.current) return;
        onSave(typed);
        onLeave();
      }}
    />
  );
}
