import { type Row, type Table, valueText } from '../../domains/terminal/table.ts';

/** The commands by topic, each a button that shows its manual. */
export function HelpView({ table, onRun }: { readonly table: Table; readonly onRun: (line: string) => void }) {
  const topics = [...Map.groupBy(table.rows, (row) => valueText(row.get('topic')))];
  return (
    <div className="space-y-4">
      <div className="gap-x-12 lg:columns-2">
        {topics.map(([topic, rows]) => (
          <div key={topic} className="mb-4 break-inside-avoid">
            <p aria-hidden="true" className="text-copper">
              {topic}
            </p>
            <ul aria-label={topic}>
              {rows.map((row) => (
                <HelpEntry key={valueText(row.get('command'))} row={row} onRun={onRun} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="text-muted">
        Join commands with a pipe: projects | where stack ~ rust | sort year. Tab completes, Ctrl+R searches what you typed, man readline
        lists the keys.
      </p>
    </div>
  );
}

function HelpEntry({ row, onRun }: { readonly row: Row; readonly onRun: (line: string) => void }) {
  const command = valueText(row.get('command'));
  return (
    <li className="flex items-baseline gap-4">
      <button
        type="button"
        title={`man ${command}`}
        className="min-h-7 w-24 shrink-0 text-left text-ink underline decoration-hairline underline-offset-4 hover:text-copper hover:decoration-copper pointer-coarse:min-h-11"
        onClick={() => onRun(`man ${command}`)}
      >
        {command}
      </button>
      <span className="min-w-0 text-muted">{valueText(row.get('does'))}</span>
    </li>
  );
}
