import type { DashboardExport } from '../../../domains/overview/dashboard-export.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { useDashboardExport } from './dashboard-export-run.ts';

/** Says what is in the file that was saved, and its checksum; or that none was. */
export function ExportOutcomeDialog() {
  const { outcome, dismiss } = useDashboardExport();
  return (
    <AlertDialog
      open={outcome !== undefined}
      title={outcome?.kind === 'made' ? 'Exported' : 'Nothing was exported'}
      description={outcome?.kind === 'made' ? describe(outcome.made) : 'The backend does not answer, and half a file would help nobody.'}
      onClose={dismiss}
    >
      {outcome?.kind === 'made' && outcome.made.sha256 !== undefined ? (
        <p className="font-mono text-sm wrap-anywhere">SHA-256 {outcome.made.sha256}</p>
      ) : undefined}
    </AlertDialog>
  );
}

function describe({ name, rows, file }: DashboardExport): string {
  const count = (number: number, one: string, many: string) => `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
  const parts = [count(rows.tasks, 'task', 'tasks'), count(rows.notes, 'note', 'notes'), count(rows.logs, 'log row', 'log rows')];
  return `${name}, ${Math.max(1, Math.round(file.size / 1000)).toLocaleString('en-GB')} kB: ${parts.join(', ')}. The vault is not in it.`;
}
