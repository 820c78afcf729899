import type { ReactNode } from 'react';
import { type Field, type Table, type Value, valueText } from '../../domains/terminal/table.ts';
import { classNames } from '../../ui/class-names.ts';
import { TerminalLink } from './terminal-link.tsx';

/** Records as a real table; where it is wider than the screen it scrolls by itself. */
export function TableView({ table, label }: { readonly table: Table; readonly label: string }) {
  const { fields, rows } = table;
  if (rows.length === 0) return <p className="text-muted">No record is left.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a landmark to each answer would be too many.
    <div role="group" aria-label={label} tabIndex={0} className="answer-table">
      <table>
        <thead>
          <tr>
            {fields.map(({ name, kind }) => (
              <th key={name} scope="col" className={classNames(kind === 'number' && 'text-right')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes once it is there.
            <tr key={place}>
              {fields.map((field) => (
                <td key={field.name} className={cellClass(field, row.get(field.name))}>
                  {cell(field, row.get(field.name))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-muted">{rows.length === 1 ? '1 record' : `${rows.length} records`}</p>
    </div>
  );
}

function cell({ kind }: Field, value: Value): ReactNode {
  if (value === undefined) return <span className="text-muted">–</span>;
  if (kind === 'link') return <TerminalLink address={valueText(value)} />;
  return valueText(value);
}

/** Long texts get the room; short ones are not broken. */
function cellClass({ kind }: Field, value: Value): string | undefined {
  if (kind === 'number') return 'text-right text-verdigris';
  const { length } = valueText(value);
  if (kind === 'link') return 'whitespace-nowrap';
  if (length > 60) return 'min-w-72 text-muted';
  return length > 24 ? 'min-w-44' : 'whitespace-nowrap';
}
