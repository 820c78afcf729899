import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { useState } from 'react';
import type { DashboardExport } from '../../../domains/overview/dashboard-export.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

type Outcome = { readonly kind: 'made'; readonly made: DashboardExport } | { readonly kind: 'away' };

/** Saves tasks, notes and logs as one file, and says what is in it and its checksum. */
export function ExportButton() {
  const [rows, setRows] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const begin = async () => {
    setRows(0);
    try {
      const { exportDashboard } = await import('../../../domains/overview/dashboard-export.ts');
      const exported = await exportDashboard(browserTimer.nowMs(), setRows);
      if (exported.ok) saveFile({ name: exported.value.name, content: exported.value.file });
      setOutcome(exported.ok ? { kind: 'made', made: exported.value } : { kind: 'away' });
    } catch {
      setOutcome({ kind: 'away' });
    } finally {
      setRows(undefined);
    }
  };
  return (
    <>
      <Button tone="ghost" busy={rows !== undefined} onClick={() => void begin()}>
        {rows === undefined ? <Icon drawing={DownloadSimpleIcon} /> : null}
        {rows === undefined || rows === 0 ? 'Export' : `${rows.toLocaleString('en-GB')} rows`}
      </Button>
      <AlertDialog
        open={outcome !== undefined}
        title={outcome?.kind === 'made' ? 'Exported' : 'Nothing was exported'}
        description={outcome?.kind === 'made' ? describe(outcome.made) : 'The backend does not answer, and half a file would help nobody.'}
        onClose={() => setOutcome(undefined)}
      >
        {outcome?.kind === 'made' && outcome.made.sha256 !== undefined ? (
          <p className="font-mono text-sm wrap-anywhere">SHA-256 {outcome.made.sha256}</p>
        ) : undefined}
      </AlertDialog>
    </>
  );
}

function describe({ name, rows, file }: DashboardExport): string {
  const count = (number: number, one: string, many: string) => `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
  const parts = [
    count(rows.tasks, 'task', 'tasks'),
    count(rows.notes, 'sealed note', 'sealed notes'),
    count(rows.logs, 'log row', 'log rows'),
  ];
  return `${name}, ${Math.max(1, Math.round(file.size / 1000)).toLocaleString('en-GB')} kB: ${parts.join(', ')}. The vault is not in it.`;
}
