import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { type ExportOutcome, useDashboardExport } from './dashboard-export-run.ts';

/** Says what is in the file that was saved, and its checksum; or that none was. */
export function ExportOutcomeDialog() {
  const { outcome, dismiss } = useDashboardExport();
  return (
    <AlertDialog
      open={outcome !== undefined}
      title={outcome?.kind === 'made' ? 'Exported' : 'Nothing was exported'}
      description={outcome?.kind === 'made' ? describe(outcome) : 'The server does not answer, and nothing was exported.'}
      onClose={dismiss}
    >
      {outcome?.kind === 'made' ? <p className="font-mono text-sm wrap-anywhere">SHA-256 {outcome.file.sha256}</p> : undefined}
    </AlertDialog>
  );
}

function describe({ name, file }: Extract<ExportOutcome, { kind: 'made' }>): string {
  const count = (number: number, one: string, many: string) => `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
  const { tasks = 0, notes = 0, logs = 0, ...others } = file.rows;
  const more = Object.values(others).reduce((sum, rows) => sum + rows, 0);
  const parts = [
    count(tasks, 'task', 'tasks'),
    count(notes, 'sealed note', 'sealed notes'),
    count(logs, 'log row', 'log rows'),
    count(more, 'other row', 'other rows'),
  ];
  return `${name}, ${Math.max(1, Math.round(file.bytes / 1000)).toLocaleString('en-GB')} kB: ${parts.join(', ')}. The vault is not in it.`;
}
