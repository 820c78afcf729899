import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { piecesOf } from '../../../web/app/domains/passport/file-sinks.ts';
import {
  isRestorable,
  isSound,
  type ListReport,
  type Rehearsal,
  rehearseRestore,
  unopenedOf,
} from '../../../web/app/domains/passport/rehearse-restore.ts';
import { sealedPlan } from '../../../web/app/domains/passport/restore-sealed.ts';
import { useVaultRecords } from '../../../web/app/domains/vault/use-vault-records.ts';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { fileFailureText } from './file-failure-text.ts';
import { formatBytes, formatCount } from './format-amount.ts';
import { type SealedPorts, sealedOfFile } from './restore/sealed-of-file.ts';
import { comesBackSealed, RestorePanel } from './restore-panel.tsx';

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly total: number }
  /** `sealed`: what opened its sealed rows; without it they were compared as they are sealed. */
  | { readonly kind: 'found'; readonly rehearsal: Rehearsal; readonly file: File; readonly sealed: SealedPorts | undefined }
  | { readonly kind: 'failed'; readonly text: string };

/** Reads an export that the owner chooses, in this browser, says what a restore of it would change, and restores it on request. */
export function RehearsalPanel() {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const [expected, setExpected] = useState('');
  const stop = useRef<AbortController>(undefined);
  const found = state.kind === 'found' ? state : undefined;
  const { state: seal, store } = useVaultRecords(found !== undefined && sealedRowsOf(found.rehearsal) > 0);
  const keys = seal === 'open' ? store : undefined;
  const begin = async (file: File) => {
    stop.current = new AbortController();
    setState({ kind: 'reading', bytes: 0, total: file.size });
    const tell = (bytes: number) => setState({ kind: 'reading', bytes, total: file.size });
    const sealed = keys === undefined ? undefined : await sealedOfFile(keys);
    const planSealed = sealed === undefined ? undefined : sealedPlan(sealed);
    const rehearsed = await rehearseRestore({ pieces: piecesOf(file), tell, signal: stop.current.signal, planSealed });
    setState(
      rehearsed.ok
        ? { kind: 'found', rehearsal: rehearsed.value, file, sealed }
        : { kind: 'failed', text: fileFailureText(rehearsed.failure) },
    );
  };
  // Only the open vault can say which sealed rows of the file it opens.
  const unjudged = found !== undefined && found.sealed === undefined && keys !== undefined ? found.file : undefined;
  const beginAgain = useEffectEvent((file: File) => void begin(file));
  useEffect(() => {
    if (unjudged !== undefined) beginAgain(unjudged);
  }, [unjudged]);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <FileField
          label="Export file"
          accept=".json,application/json"
          disabled={state.kind === 'reading'}
          onChoose={(file) => {
            if (file !== undefined) void begin(file);
          }}
        />
        <TextField label="SHA-256 that was shown (optional)" value={expected} spellCheck={false} autoComplete="off" onValue={setExpected} />
      </div>
      {state.kind === 'reading' ? (
        <div className="mt-4">
          <Progress
            label="Rehearsal"
            done={state.bytes}
            total={Math.max(1, state.total)}
            text={`${formatBytes(state.bytes)} of ${formatBytes(state.total)}`}
            stop={{ label: 'Cancel', tone: 'quiet', onStop: () => stop.current?.abort() }}
          />
        </div>
      ) : null}
      <div role="status" className="mt-4">
        {state.kind === 'failed' ? <StatusMark kind="failure">{state.text}</StatusMark> : null}
        {state.kind === 'found' ? <Verdict rehearsal={state.rehearsal} expected={expected.trim().toLowerCase()} /> : null}
      </div>
      {state.kind === 'found' ? <Lists lists={state.rehearsal.lists} /> : null}
      {state.kind === 'found' && isRestorable(state.rehearsal) ? (
        <RestorePanel file={state.file} rehearsal={state.rehearsal} sealed={state.sealed} seal={seal} />
      ) : null}
    </>
  );
}

/** Sealed rows of a file that a restore would write. */
function sealedRowsOf({ lists }: Rehearsal): number {
  return lists.reduce((rows, list) => rows + (comesBackSealed(list.name) ? list.missing + list.different : 0), 0);
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
          <StatusMark kind="failure">The file was changed after it was written. Do not rely on it.</StatusMark>
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

const columns = ['Rows', 'Faulty', 'Equal', 'Different', 'Missing', 'Cannot be opened', 'Extra'];

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
              {columns.map((name) => (
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
                <td data-column="Checksum">
                  <StatusMark kind={list.checksum === 'matches' ? 'success' : 'failure'}>{checksumNames[list.checksum]}</StatusMark>
                </td>
                {[list.rows, list.faulty, list.equal, list.different, list.missing, unopenedOf(list), list.extra].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                  <td key={index} className="number" data-column={columns[index]}>
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
