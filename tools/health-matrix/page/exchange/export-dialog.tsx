import { bundlesOf } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import ClearExportDialog from '../../../../web/app/domains/vault/exports/clear-export-dialog.client.tsx';
import { textFile } from '../../../../web/app/domains/vault/exports/text-file.ts';
import { healthMatrix } from '../../manifest.ts';
import { useHealth } from '../health-context.ts';
import { writeHealthCsv } from './health-csv.ts';
import { writeHealthFile } from './health-file.ts';

/** Writes the owner's health to a file. */
export default function ExportHealthDialog({ onClose }: { readonly onClose: () => void }) {
  const { hand, today, isSample } = useHealth();
  const { records } = hand.view;
  return (
    <ClearExportDialog
      app={healthMatrix.id}
      what="Health"
      counts={{ records: records.length }}
      records={[{ collection: 'health_months', ids: bundlesOf(hand.view) }]}
      isSample={isSample}
      title="Export health"
      description={`${records.length.toLocaleString('en-GB')} ${records.length === 1 ? 'record' : 'records'}.`}
      forms={[
        {
          label: 'JSON: everything, to be imported here again',
          format: 'JSON',
          make: async () => textFile(`health-${today}.json`, 'application/json', writeHealthFile(records)),
        },
        {
          label: 'CSV: days by measures, for a spreadsheet',
          format: 'CSV',
          make: async () => textFile(`health-${today}.csv`, 'text/csv', writeHealthCsv(records)),
        },
      ]}
      note="JSON leaves out the trash alone. CSV holds one value for each day and measure: no workouts, no notes, and not where a value comes from."
      onClose={onClose}
    />
  );
}
