import { logExport } from '../../domains/passport/log-export.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useHealth } from './health-context.ts';
import { writeHealthCsv } from './health-csv.ts';
import { writeHealthFile } from './health-file.ts';

/** Writes the owner's health to a file, and says what each form cannot hold. */
export default function ExportHealthDialog({ onClose }: { readonly onClose: () => void }) {
  const { hand, today, isSample } = useHealth();
  const { records } = hand.view;
  const write = (extension: string, type: string, text: string, form: string) => {
    const content = new Blob([text], { type });
    saveFile({ name: `health-${today}.${extension}`, content });
    if (!isSample) logExport(`Health was exported as ${form}`, { records: records.length, bytes: content.size });
  };
  return (
    <Dialog
      open
      title="Export health"
      description={`${records.length.toLocaleString('en-GB')} ${records.length === 1 ? 'record' : 'records'}. The file is readable by whoever has it.`}
      onClose={onClose}
      actions={
        <Button tone="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="grid gap-3">
        <li>
          <Button tone="ghost" className="w-full" onClick={() => write('json', 'application/json', writeHealthFile(records), 'JSON')}>
            JSON: everything, to be imported here again
          </Button>
        </li>
        <li>
          <Button tone="ghost" className="w-full" onClick={() => write('csv', 'text/csv', writeHealthCsv(records), 'CSV')}>
            CSV: days by measures, for a spreadsheet
          </Button>
        </li>
      </ul>
      <p className="mt-4 text-sm text-muted">
        JSON leaves out the trash alone. CSV holds one value for each day and measure: no workouts, no notes, and not where a value comes
        from.
      </p>
    </Dialog>
  );
}
