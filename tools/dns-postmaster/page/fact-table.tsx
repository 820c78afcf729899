import { classNames } from '../../../web/app/ui/class-names.ts';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';

type TableProps = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly empty: string;
};

/** Rows of a report under their columns, or what there is in their place. */
export function FactTable({ title, columns, rows, empty }: TableProps) {
  return (
    <section className="min-w-0">
      <h2 className="lettering text-xl">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-3 text-muted">{empty}</p>
      ) : (
        <TableFrame label={title} className="mt-3">
          <table className="w-full text-left text-sm">
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
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
                    <td key={index} className={classNames('py-2 pr-4 font-mono', wrapOf(cell))}>
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

/** Short words stay whole, and the table scrolls; a key in base64 is broken anywhere. */
function wrapOf(cell: string): string | undefined {
  return cell.length > 40 ? '[overflow-wrap:anywhere]' : undefined;
}
