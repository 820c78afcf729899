import { type Table, valueText } from '../../domains/terminal/table.ts';
import { Plate } from '../../ui/plate/plate.tsx';

/** The engraving beside what is true of the page now. */
export function NeofetchView({ table }: { readonly table: Table }) {
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-4 py-2">
      <Plate shown="application" className="terminal-plate" />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {table.rows.map((row) => (
          <div key={valueText(row.get('fact'))} className="contents">
            <dt className="text-copper">{valueText(row.get('fact'))}</dt>
            <dd className="wrap-anywhere">{valueText(row.get('value'))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
