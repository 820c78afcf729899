import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { useRef, useState } from 'react';
import { type ExportedFile, type ExportFailure, exportName, writeExport } from '../../../web/app/domains/passport/export-file.ts';
import { askForFileSink, createBlobSink } from '../../../web/app/domains/passport/file-sinks.ts';
import { logExport } from '../../../web/app/domains/passport/log-export.ts';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { formatBytes, formatRows } from './format-amount.ts';

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'writing'; readonly rows: number }
  | { readonly kind: 'written'; readonly name: string; readonly file: ExportedFile }
  | { readonly kind: 'failed'; readonly text: string };

/** Writes everything but the vault into one file on the owner's disk, with a way to stop. */
export function ExportPanel() {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const stop = useRef<AbortController>(undefined);
  const begin = async () => {
    const nowMs = browserTimer.nowMs();
    const name = exportName(nowMs);
    const picked = await askForFileSink(name);
    if (picked === 'no-file') return;
    const gathered = picked === undefined ? createBlobSink() : undefined;
    const sink = picked ?? gathered?.sink;
    if (sink === undefined) return;
    stop.current = new AbortController();
    setState({ kind: 'writing', rows: 0 });
    const written = await writeExport({ nowMs, sink, tell: (rows) => setState({ kind: 'writing', rows }), signal: stop.current.signal });
    if (!written.ok) return setState({ kind: 'failed', text: failureOf(written.failure) });
    if (gathered !== undefined) saveFile({ name, content: gathered.file() });
    logExport('All data exported as JSON', { bytes: written.value.bytes, sha256: written.value.sha256 });
    setState({ kind: 'written', name, file: written.value });
  };
  const isWriting = state.kind === 'writing';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <GhostButton busy={isWriting} onClick={() => void begin()}>
          {isWriting ? formatRows(state.rows) : <Icon drawing={DownloadSimpleIcon} />}
          {isWriting ? null : 'Export everything'}
        </GhostButton>
        {isWriting ? <QuietButton onClick={() => stop.current?.abort()}>Cancel</QuietButton> : null}
      </div>
      <p className="mt-2 text-sm text-muted">
        For everything in one file that can be restored, make a complete backup. Vault entries are not in this one, and sealed records are
        in it as they are kept: only this vault opens them.
      </p>
      <div role="status" className="mt-3">
        {state.kind === 'failed' ? <StatusMark kind="failure">{state.text}</StatusMark> : null}
        {state.kind === 'written' ? <Written name={state.name} file={state.file} /> : null}
      </div>
    </>
  );
}

function Written({ name, file }: { readonly name: string; readonly file: ExportedFile }) {
  const rows = Object.values(file.rows).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <StatusMark kind="success">{`${name}: ${formatRows(rows)}, ${formatBytes(file.bytes)}.`}</StatusMark>
      <p className="mt-2 text-sm text-muted">SHA-256</p>
      <p className="font-mono text-sm wrap-anywhere" translate="no">
        {file.sha256}
      </p>
      <CopyButton text={file.sha256}>Copy the checksum</CopyButton>
    </>
  );
}

function failureOf(failure: ExportFailure): string {
  if (failure.code === 'cancelled') return 'Cancelled. No file was made.';
  if (failure.code === 'not_written') return 'The file could not be written. Is the disk full? No file was made.';
  return `${failureText(failure)} Nothing was exported.`;
}
