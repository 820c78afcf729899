import { dayOf } from '../tasks/day.ts';
import ClearExportDialog from '../vault/exports/clear-export-dialog.client.tsx';
import { textFile } from '../vault/exports/text-file.ts';
import { type Engagement, engagementsApp } from './engagement-record.ts';
import { writeEngagements } from './engagements-file.ts';

type ExportEngagementsDialogProps = { readonly rows: readonly Engagement[]; readonly onClose: () => void };

/** Writes the engagements to a file that can be imported here again. */
export default function ExportEngagementsDialog({ rows, onClose }: ExportEngagementsDialogProps) {
  return (
    <ClearExportDialog
      app={engagementsApp.id}
      what="Engagements"
      counts={{ records: rows.length }}
      records={[{ collection: 'engagements', ids: rows.map(({ id }) => id) }]}
      isSample={false}
      title="Export engagements"
      description={rows.length === 1 ? '1 engagement.' : `${rows.length} engagements.`}
      forms={[
        {
          label: 'JSON',
          format: 'JSON',
          make: async () => textFile(`engagements-${dayOf(new Date())}.json`, 'application/json', writeEngagements(rows)),
        },
      ]}
      note="JSON, to be imported here again. The trash, runs and reports are not in it."
      onClose={onClose}
    />
  );
}
