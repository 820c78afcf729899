import { lazy, Suspense, useRef, useState } from 'react';
import { firstTables, laterTables } from '../../../web/app/domains/passport/exported-tables.ts';
import { piecesOf } from '../../../web/app/domains/passport/file-sinks.ts';
import { logExport } from '../../../web/app/domains/passport/log-export.ts';
import type { ListReport, Rehearsal } from '../../../web/app/domains/passport/rehearse-restore.ts';
import { type RestoredList, restoreExport } from '../../../web/app/domains/passport/restore-export.ts';
import { sealedRestore } from '../../../web/app/domains/passport/restore-sealed.ts';
import type { SealState } from '../../../web/app/domains/records/sealer.ts';
import { proofFailureText, showProof } from '../../../web/app/domains/session/show-proof.ts';
import { useProof } from '../../../web/app/domains/session/use-proof.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { fileFailureText } from './file-failure-text.ts';
import { formatRows } from './format-amount.ts';
import type { SealedPorts } from './restore/sealed-of-file.ts';
import { Unopened } from './restore/unopened.tsx';
import { RestoreResult } from './restore-result.tsx';
import { useServer } from './server-provider.tsx';

const UnlockForm = lazy(() => import('../../../web/app/domains/vault/unlock/unlock-form.client.tsx'));

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'proving' }
  | { readonly kind: 'writing'; readonly rows: number }
  | { readonly kind: 'done'; readonly lists: readonly RestoredList[] }
  | { readonly kind: 'failed'; readonly text: string };

const waysBack = new Map([...firstTables, ...laterTables].map(({ name, comesBack }) => [name, comesBack]));

/** Whether the rows of a list come back through the vault. */
export function comesBackSealed(name: string): boolean {
  return waysBack.get(name) === 'sealed';
}

function rowsOf(lists: readonly ListReport[], wanted: string): number {
  return lists.find(({ name }) => name === wanted)?.rows ?? 0;
}

/** What a restore would do, row by row of the rehearsal. */
function planOf({ lists }: Rehearsal) {
  const sum = (way: 'rows' | 'sealed', count: (list: ListReport) => number) =>
    lists.filter(({ name }) => waysBack.get(name) === way).reduce((total, list) => total + count(list), 0);
  return {
    missing: sum('rows', ({ missing }) => missing),
    different: sum('rows', ({ different }) => different),
    sealedMissing: sum('sealed', ({ missing }) => missing),
    sealedDifferent: sum('sealed', ({ different }) => different),
    logRows: rowsOf(lists, 'logs'),
    scoreRows: rowsOf(lists, 'game_scores'),
    rows: lists.reduce((total, { rows }) => total + rows, 0),
  };
}

type RestorePanelProps = {
  readonly file: File;
  readonly rehearsal: Rehearsal;
  /** The open vault, which has judged the sealed rows of the file. */
  readonly sealed: SealedPorts | undefined;
  readonly seal: SealState;
};

/** Writes a file that was found whole back, after saying what that changes. */
export function RestorePanel({ file, rehearsal, sealed: ports, seal }: RestorePanelProps) {
  const plan = planOf(rehearsal);
  const [state, setState] = useState<State>({ kind: 'ready' });
  const [overwrite, setOverwrite] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const proof = useProof({ label: 'Authenticator code', isWanted: overwrite });
  const sealed = plan.sealedMissing + (overwrite ? plan.sealedDifferent : 0);
  const { kept } = useServer();
  const begin = async () => {
    if (overwrite) {
      const given = proof.take();
      if (given === undefined) return;
      setState({ kind: 'proving' });
      const shown = await showProof(given);
      if (!shown.ok) {
        setState({ kind: 'ready' });
        return proof.refuse(proofFailureText(shown.failure));
      }
    }
    stop.current = new AbortController();
    setState({ kind: 'writing', rows: 0 });
    const restored = await restoreExport({
      pieces: piecesOf(file),
      overwrite: new Set(overwrite ? waysBack.keys() : []),
      writeSealed: seal === 'open' && ports !== undefined ? sealedRestore(ports) : undefined,
      tell: (rows) => setState({ kind: 'writing', rows }),
      signal: stop.current.signal,
    });
    void kept.again();
    if (!restored.ok) return setState({ kind: 'failed', text: restoreFailureText(fileFailureText(restored.failure)) });
    const total = (count: (list: RestoredList) => number) => restored.value.reduce((sum, list) => sum + count(list), 0);
    logExport('Data were restored from an export', {
      restored: total((list) => list.restored),
      overwritten: total((list) => list.overwritten),
      exported_at: rehearsal.exportDate,
      sha256: rehearsal.sha256,
    });
    setState({ kind: 'done', lists: restored.value });
  };
  const isBusy = state.kind === 'writing' || state.kind === 'proving';
  const rows = plan.missing + (seal === 'open' ? sealed : 0) + (overwrite ? plan.different : 0);
  return (
    <section aria-labelledby="restore-title" className="mt-6 border-t border-hairline pt-5">
      <h4 id="restore-title" className="font-medium">
        Restore this file
      </h4>
      <Foreseen plan={plan} />
      <Unopened lists={rehearsal.lists} />
      {plan.different + plan.sealedDifferent === 0 ? null : (
        <CheckField
          label="Put the file’s rows in the place of those that differ"
          hint="Anything written since the export is lost. This needs a code or a passkey."
          checked={overwrite}
          disabled={isBusy}
          onChecked={setOverwrite}
          className="mt-3"
        />
      )}
      {overwrite ? <div className="mt-3 max-w-80">{proof.field}</div> : null}
      {sealed > 0 ? <SealedRows rows={sealed} seal={seal} /> : null}
      <div className="mt-4">
        {state.kind === 'writing' ? (
          <Progress
            label="Restore"
            done={state.rows}
            total={Math.max(1, plan.rows)}
            text={formatRows(state.rows)}
            stop={{ label: 'Cancel restore', tone: 'quiet', onStop: () => stop.current?.abort() }}
          />
        ) : (
          <GhostButton busy={isBusy} disabled={rows === 0} onClick={() => void begin()}>
            {rows === 0 ? 'Nothing to restore' : `Restore ${formatRows(rows)}`}
          </GhostButton>
        )}
      </div>
      <div role="status" className="mt-3">
        {state.kind === 'failed' ? <StatusMark kind="failure">{state.text}</StatusMark> : null}
        {state.kind === 'done' ? <RestoreResult lists={state.lists} /> : null}
      </div>
    </section>
  );
}

/** What is to be done about rows that want the vault, while it is not open. */
function SealedRows({ rows, seal }: { readonly rows: number; readonly seal: SealState }) {
  const they = rows === 1 ? 'is' : 'are';
  if (seal === 'open' || seal === 'loading') return null;
  if (seal === 'unset')
    return (
      <p className="mt-3">
        <StatusMark kind="warning">{`${formatRows(rows)} ${they} sealed, and this account has no vault: ${rows === 1 ? 'it' : 'they'} cannot be opened here. Restore the complete backup instead.`}</StatusMark>
      </p>
    );
  return (
    <div className="mt-4 max-w-96">
      <p className="mb-3">{`${formatRows(rows)} ${they} sealed. Open the vault to see which of them it opens; without it they stay in the file.`}</p>
      <Suspense fallback={null}>
        <UnlockForm />
      </Suspense>
    </div>
  );
}

function restoreFailureText(text: string): string {
  return `${text} What was written before that stays, and restoring again continues from there.`;
}

function Foreseen({
  plan: { missing, different, sealedMissing, sealedDifferent, logRows, scoreRows },
}: {
  readonly plan: ReturnType<typeof planOf>;
}) {
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-muted">
      <li>{`${formatRows(missing + sealedMissing)} of the file ${missing + sealedMissing === 1 ? 'is' : 'are'} missing here and would come back, also out of the trash.`}</li>
      {different + sealedDifferent === 0 ? null : (
        <li>{`${formatRows(different + sealedDifferent)} differ${different + sealedDifferent === 1 ? 's' : ''} and would stay as now.`}</li>
      )}
      <li>{`The log stays in the file (${formatRows(logRows)}): it can only be added to, so nothing is written into its past.`}</li>
      {scoreRows === 0 ? null : (
        <li>{`Game scores stay in the file (${formatRows(scoreRows)}): the server keeps one only after it played the game again.`}</li>
      )}
      <li>Vault entries are not in the file. Import them in the vault.</li>
      <li>Nothing is removed: rows that only this server has stay.</li>
    </ul>
  );
}
