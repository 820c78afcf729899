import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { TableFrame } from '../table-frame.tsx';

/** What a plot shows, in words and numbers. The first column names each row. */
export type PlotTableProps = {
  readonly label: string;
  readonly summary: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...cells: (string | number)[]])[];
};

/** The values of a plot as a table, folded away, and made when they are asked for. */
export function PlotTable({ label, summary, columns, rows }: PlotTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">{summary}</summary>
      {isOpen ? (
        <TableFrame label={label} className="max-h-80">
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="text-muted">
                {columns.map((name, at) => (
                  <th key={name} scope="col" className={classNames('py-1 font-normal', at === 0 ? 'text-left' : 'text-right')}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name} className="border-t border-hairline">
                  <th scope="row" className="py-1 text-left font-normal">
                    {name}
                  </th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]} className="py-1 text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
    </details>
  );
}
