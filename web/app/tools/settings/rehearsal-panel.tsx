import { useId, useRef, useState } from 'react';
import { piecesOf } from '../../domains/passport/file-sinks.ts';
import {
  isSound,
  type ListReport,
  type Rehearsal,
  type RehearsalFailure,
  rehearseRestore,
} from '../../domains/passport/rehearse-restore.ts';
import { failureText } from '../../domains/settings/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formatBytes, formatCount } from './format-amount.ts';
import { TableFrame } from './table-frame.tsx';

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'found'; readonly rehearsal: Rehearsal }
  | { readonly kind: 'failed'; readonly text: string };

/** Reads an export that the owner chooses, in this browser, and says what a restore of it would find. */
export function RehearsalPanel() {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const [expected, setExpected] = useState('');
  const stop = useRef<AbortController>(undefined);
  const fileId = useId();
  const begin = async (file: File) => {
    stop.current = new AbortController();
    setState({ kind: 'reading', bytes: 0, total: file.size });
    const tell = (bytes: number) => setState({ kind: 'reading', bytes, total: file.size });
    const rehearsed = await rehearseRestore({ pieces: piecesOf(file), tell, signal: stop.current.signal });
    setState(rehearsed.ok ? { kind: 'found', rehearsal: rehearsed.value } : { kind: 'failed', text: failureOf(rehearsed.failure) });
  };
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="flex flex-col gap-2">
          <label htmlFor={fileId} className="text-sm font-medium">
            Export file
          </label>
          <input
            id={fileId}
            type="file"
            accept=".json,application/json"
            className="file-choice"
            disabled={state.kind === 'reading'}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              // The same file may be chosen again after it was changed.
              event.currentTarget.value = '';
              if (file !== undefined) void begin(file);
            }}
          />
        </div>
        <TextField
          label="SHA-256 that was shown (optional)"
          value={expected}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setExpected(event.currentTarget.value)}
        />
      </div>
      {state.kind === 'reading' ? (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <progress className="passport-progress" aria-label="Rehearsal" value={state.bytes} max={Math.max(1, state.total)} />
          <span className="font-mono text-sm text-muted">{`${formatBytes(state.bytes)} of ${formatBytes(state.total)}`}</span>
          <Button tone="quiet" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        </div>
      ) : null}
      <div role="status" className="mt-4">
        {state.kind === 'failed' ? <StatusMark kind="failure">{state.text}</StatusMark> : null}
        {state.kind === 'found' ? <Verdict rehearsal={state.rehearsal} expected={expected.trim().toLowerCase()} /> : null}
      </div>
      {state.kind === 'found' ? <Lists lists={state.rehearsal.lists} /> : null}
    </>
  );
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

function Verdict({ rehearsal, expected }: { readonly rehearsal: Rehearsal; readonly expected: string }) {
  const { exportDate, sha256, bytes, strange, lacking } = rehearsal;
  return (
    <div className="space-y-2">
      <p>
        {isSound(rehearsal) ? (
          <StatusMark kind="success">The file is whole: every row is readable, and every checksum matches.</StatusMark>
        ) : (
          <StatusMark kind="failure">The file is not as it was written. Do not rely on it.</StatusMark>
        )}
      </p>
      {expected === '' ? null : (
        <p>
          {expected === sha256 ? (
            <StatusMark kind="success">It is the very file whose SHA-256 you gave.</StatusMark>
          ) : (
            <StatusMark kind="failure">It is not the file whose SHA-256 you gave.</StatusMark>
          )}
        </p>
      )}
      {strange.length === 0 ? null : (
        <p>
          <StatusMark kind="warning">{`Lists that this version does not know: ${strange.join(', ')}.`}</StatusMark>
        </p>
      )}
      {lacking.length === 0 ? null : (
        <p>
          <StatusMark kind="warning">{`Lists that the file lacks: ${lacking.join(', ')}.`}</StatusMark>
        </p>
      )}
      <p className="text-sm text-muted">
        {`Made on ${dateFormat.format(new Date(exportDate))}, ${formatBytes(bytes)}. SHA-256 `}
        <span className="font-mono wrap-anywhere" translate="no">
          {sha256}
        </span>
      </p>
    </div>
  );
}

const checksumNames: Readonly<Record<ListReport['checksum'], string>> = { matches: 'Matches', differs: 'Differs', absent: 'None stated' };

function Lists({ lists }: { readonly lists: readonly ListReport[] }) {
  const faulty = lists.filter(({ firstFault }) => firstFault !== undefined);
  return (
    <>
      <TableFrame label="The file against the server" className="mt-4">
        <table className="passport-table is-wide">
          <caption className="sr-only">The file against the server</caption>
          <thead>
            <tr>
              <th scope="col">List</th>
              <th scope="col">Checksum</th>
              {['Rows', 'Faulty', 'Equal', 'Different', 'Missing', 'Extra'].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={list.name}>
                <th scope="row">{list.title}</th>
                <td>
                  <StatusMark kind={list.checksum === 'matches' ? 'success' : 'failure'}>{checksumNames[list.checksum]}</StatusMark>
                </td>
                {[list.rows, list.faulty, list.equal, list.different, list.missing, list.extra].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                  <td key={index} className="number">
                    {formatCount(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="mt-2 text-sm text-muted">
        Missing rows are in the file and not on the server: a restore would bring them back. Extra ones are on the server only, such as what
        was logged since.
      </p>
      {faulty.map(({ name, title, firstFault }) => (
        <p key={name} className="mt-1 text-sm wrap-anywhere">
          <StatusMark kind="warning">{`${title}, first fault: ${firstFault}`}</StatusMark>
        </p>
      ))}
    </>
  );
}

function failureOf(failure: RehearsalFailure): string {
  switch (failure.code) {
    case 'cancelled':
      return 'Cancelled. Nothing was changed.';
    case 'file_unreadable':
      return 'The file cannot be read. Was it moved or changed meanwhile?';
    case 'not_an_export':
      return `This is not an export as it was written (line ${failure.line}).`;
    case 'older_form':
      return 'This export has the older form, which held no checksums. Make a new one.';
    case 'cut':
      return `The file ends before its end${failure.line > 0 ? `, after line ${failure.line}` : ''}. It was cut.`;
    default:
      return failureText(failure);
  }
}
