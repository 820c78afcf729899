import type { Answer } from '../../domains/terminal/command.ts';
import { isLines, type Table, valueText } from '../../domains/terminal/table.ts';
import { ContactView } from './contact-view.tsx';
import { DocumentView } from './document-view.tsx';
import { HelpView } from './help-view.tsx';
import { NeofetchView } from './neofetch-view.tsx';
import type { SiteContent } from './site-content.ts';
import { TableView } from './table-view.tsx';

type AnswerViewProps = {
  readonly answer: Answer;
  /** The line that gave it, to name what is drawn. */
  readonly line: string;
  readonly mail: SiteContent['mail'];
  /** Runs a line, for what can be pressed in an answer. */
  readonly onRun: (line: string) => void;
};

/** One answer of the terminal, as its view wants it. Whatever it holds is drawn as text: nothing here makes markup of it. */
export function AnswerView(props: AnswerViewProps) {
  const { remark } = props.answer;
  if (remark === undefined) return <Drawn {...props} />;
  return (
    <>
      <Drawn {...props} />
      <p className="mt-1 text-amber">{remark}</p>
    </>
  );
}

function Drawn({ answer: { table, view }, line, mail, onRun }: AnswerViewProps) {
  if (view === 'document') return <DocumentView lines={linesOf(table)} />;
  if (view === 'help') return <HelpView table={table} onRun={onRun} />;
  if (view === 'contact') return <ContactView table={table} mail={mail} />;
  if (view === 'neofetch') return <NeofetchView table={table} />;
  if (!isLines(table)) return <TableView table={table} label={line} />;
  if (table.rows.length === 0) return <p className="text-muted">Nothing.</p>;
  return <p className="wrap-anywhere whitespace-pre-wrap">{linesOf(table).join('\n')}</p>;
}

function linesOf(table: Table): readonly string[] {
  return table.rows.map((row) => valueText(row.get(table.fields[0]?.name ?? '')));
}
