import { classNames } from '../../../web/app/ui/class-names.ts';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';

type TableProps = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly empty: string;
  /** Only the last column takes room: on a phone, too, the columns stay beside each other. */
  readonly hasShortNames?: boolean;
};

/** Rows of a report under their columns, or what there is in their place. */
export function FactTable({ title, columns, rows, empty, hasShortNames = false }: TableProps) {
  return (
    <section className="min-w-0">
      <h2 className="lettering text-xl">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-3 text-muted">{empty}</p>
      ) : (
        <TableFrame label={title} className="mt-3">
          <table className={classNames('w-full text-left text-sm', !hasShortNames && 'stacked-table')}>
            <thead className="text-muted">
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-2 pr-4 font-normal">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two rows may be the same.
                <tr key={at} className="border-t border-hairline align-top">
                  {row.map((cell, index) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
                      key={index}
                      data-column={index === 0 ? undefined : columns[index]}
                      className={classNames('py-2 pr-4 font-mono', wrapOf(cell, hasShortNames && index === columns.length - 1))}
                    >
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </section>
  );
}

/** Short words stay whole, and the table scrolls; a key in base64, and a value beside short names, is broken anywhere. */
function wrapOf(cell: string, isValue: boolean): string | undefined {
  return isValue || cell.length > 40 ? '[overflow-wrap:anywhere]' : undefined;
}
