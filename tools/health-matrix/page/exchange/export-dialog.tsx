import { ExportDialog } from '../../../../web/app/domains/exchange/export-dialog.tsx';
import { useHealth } from '../health-context.ts';
import { writeHealthCsv } from './health-csv.ts';
import { writeHealthFile } from './health-file.ts';

/** Writes the owner's health to a file. */
export default function ExportHealthDialog({ onClose }: { readonly onClose: () => void }) {
  const { hand, today, isSample } = useHealth();
  const { records } = hand.view;
  const write = (extension: string, type: string, text: string, form: string) => ({
    ...{ name: `health-${today}.${extension}`, type, text },
    logged: isSample ? undefined : ([`Health was exported as ${form}`, { records: records.length }] as const),
  });
  return (
    <ExportDialog
      open
      title="Export health"
      description={`${records.length.toLocaleString('en-GB')} ${records.length === 1 ? 'record' : 'records'}. The file is readable by whoever has it.`}
      forms={[
        {
          label: 'JSON: everything, to be imported here again',
          write: () => write('json', 'application/json', writeHealthFile(records), 'JSON'),
        },
        { label: 'CSV: days by measures, for a spreadsheet', write: () => write('csv', 'text/csv', writeHealthCsv(records), 'CSV') },
      ]}
      note="JSON leaves out the trash alone. CSV holds one value for each day and measure: no workouts, no notes, and not where a value comes from."
      onClose={onClose}
    />
  );
}
