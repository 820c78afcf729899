import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { useState } from 'react';
import type { ExportedFile } from '../../../domains/passport/export-file.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

type Outcome = { readonly kind: 'made'; readonly name: string; readonly file: ExportedFile } | { readonly kind: 'away' };

/** Saves everything but the vault as one file, and says what is in it and its checksum. */
export function ExportButton() {
  const [rows, setRows] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const begin = async () => {
    setRows(0);
    try {
      const [{ exportName, writeExport }, { createBlobSink }] = await Promise.all([
        import('../../../domains/passport/export-file.ts'),
        import('../../../domains/passport/file-sinks.ts'),
      ]);
      const nowMs = browserTimer.nowMs();
      const name = exportName(nowMs);
      const { sink, file } = createBlobSink();
      const written = await writeExport({ nowMs, sink, tell: setRows });
      if (written.ok) saveFile({ name, content: file() });
      setOutcome(written.ok ? { kind: 'made', name, file: written.value } : { kind: 'away' });
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
        description={outcome?.kind === 'made' ? describe(outcome) : 'The backend does not answer, and half a file would help nobody.'}
        onClose={() => setOutcome(undefined)}
      >
        {outcome?.kind === 'made' ? <p className="font-mono text-sm wrap-anywhere">SHA-256 {outcome.file.sha256}</p> : undefined}
      </AlertDialog>
    </>
  );
}

function describe({ name, file }: Extract<Outcome, { kind: 'made' }>): string {
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
