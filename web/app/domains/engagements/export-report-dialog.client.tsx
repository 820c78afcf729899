import { engagementAsMarkdown } from '@castellan/probes/engagement/engagement-markdown';
import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import ClearExportDialog from '../vault/exports/clear-export-dialog.client.tsx';
import type { MadeFile } from '../vault/exports/clear-export-form.tsx';
import { textFile } from '../vault/exports/text-file.ts';
import { engagementsApp } from './engagement-record.ts';
import { makePdf } from './pdf/make-pdf.client.ts';

type ExportReportDialogProps = {
  readonly id: string;
  readonly report: EngagementReport;
  readonly onClose: () => void;
};

/** Writes the report of an engagement to a file. Every one of them is made in this browser. */
export default function ExportReportDialog({ id, report, onClose }: ExportReportDialogProps) {
  const name = `${fileName(report.engagement.title)}-${report.madeAt.slice(0, 10)}`;
  return (
    <ClearExportDialog
      app={engagementsApp.id}
      what="The report of an engagement"
      counts={{ records: 1 }}
      records={[{ collection: 'engagements', ids: [id] }]}
      isSample={false}
      title="Report of the engagement"
      description="Made in this browser. The server does not see it."
      forms={[
        { label: 'PDF', format: 'PDF', hint: 'To be handed to the client.', make: () => pdfFile(name, report) },
        {
          label: 'Markdown',
          format: 'Markdown',
          hint: 'For further editing.',
          make: async () => textFile(`${name}.md`, 'text/markdown', engagementAsMarkdown(report)),
        },
        {
          label: 'JSON',
          format: 'JSON',
          hint: 'For programs.',
          make: async () => textFile(`${name}.json`, 'application/json', `${JSON.stringify(report, undefined, 2)}\n`),
        },
      ]}
      note="The same contents in each. Your notes are in none of them."
      onClose={onClose}
    />
  );
}

const namedLetters = 12;

/** A PDF whose typefaces lack letters of the report says so before it is saved. */
async function pdfFile(name: string, report: EngagementReport): Promise<MadeFile> {
  const drawn = await makePdf(report);
  if (drawn === undefined)
    return { fault: 'The PDF could not be made: a part of the page could not be fetched. Try again, or save Markdown.' };
  const file = { name: `${name}.pdf`, content: new Blob([drawn.bytes], { type: 'application/pdf' }) };
  const { lacking } = drawn;
  if (lacking.length === 0) return file;
  const shown = lacking.slice(0, namedLetters).join(' ');
  const rest = lacking.length > namedLetters ? ` and ${lacking.length - namedLetters} more` : '';
  return {
    lacks: `The typefaces of the PDF lack letters of this report: ${shown}${rest}. They are printed as ¤, and the last page lists them.`,
    makeAnyway: async () => file,
  };
}

/** The title as a file's name: letters, digits and hyphens. */
function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? 'engagement' : plain.toLowerCase();
}
