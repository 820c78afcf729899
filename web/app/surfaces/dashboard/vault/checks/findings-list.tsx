import type { Result } from '@castellan/foundation/result';
import { useState } from 'react';
import { Link } from 'react-router';
import { exchangedKey } from '../../../../domains/health-feed/exchanged-key.ts';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { VaultActions, VaultFinding } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { useWork } from '../../../../ui/forms/use-work.ts';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { findingText } from '../finding-text.ts';
import { type OpenState, useVault } from '../vault-context.ts';
import { ConvertLeftDialog } from './convert-left-dialog.tsx';

/** Every finding by the name of what it is about, what it means, and what can be done about it. */
export function FindingsList({ state }: { readonly state: OpenState }) {
  const titles = new Map(state.items.map(({ id, details }) => [id, details.title]));
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [converting, setConverting] = useState(false);
  const canRepair = state.tier === 'secrets' && !state.offline;
  const { findings } = state.verification;
  const unreadable = findings.flatMap(({ code, id }) => (code === 'unreadable' && id !== null ? [id] : []));
  return (
    <>
      <ul className="max-h-[50svh] space-y-3 overflow-y-auto">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.id}`}>
            <StatusMark kind="warning" className="wrap-anywhere">
              {findingTitle(finding, titles)}
            </StatusMark>
            <p className="mt-0.5 pl-7 text-sm text-muted">{findingText(finding.code)}</p>
            {canRepair ? <Remedies finding={finding} onDelete={(id) => setDeleting([id])} /> : null}
          </li>
        ))}
      </ul>
      {canRepair && unreadable.length > 1 ? (
        <GhostButton className="mt-4" onClick={() => setDeleting(unreadable)}>
          {`Delete all ${unreadable.length} unreadable rows`}
        </GhostButton>
      ) : null}
      {canRepair && findings.some(({ code }) => code === 'unconverted') ? (
        <GhostButton className="mt-4" onClick={() => setConverting(true)}>
          Convert with another old master
        </GhostButton>
      ) : null}
      <ConvertLeftDialog open={converting} onClose={() => setConverting(false)} />
      <DeleteRows ids={deleting} onClose={() => setDeleting([])} />
    </>
  );
}

/** Codes of rows that may be all there is to do about: what is in them is not, or no longer, the vault's. */
const deletable: ReadonlySet<string> = new Set(['unreadable', 'unlisted', 'planted_v1', 'unconverted', 'altered', 'missing']);

function Remedies({ finding, onDelete }: { readonly finding: VaultFinding; readonly onDelete: (id: string) => void }) {
  const { actions } = useVault();
  const toast = useToast();
  const { busy, start } = useWork();
  const [asking, setAsking] = useState(false);
  const { code, id } = finding;
  const remedy = remedyOf(actions, code, id);
  const run = (mend: Remedy['run']) =>
    start(async () => {
      const done = await mend();
      setAsking(false);
      if (!done.ok) toast({ title: 'Failed to save password entry', description: commonFailureText(done.failure), tone: 'alert' });
    });
  return (
    <div className="ml-5 flex flex-wrap gap-x-3">
      {remedy === undefined ? null : (
        <QuietButton busy={busy} onClick={() => (remedy.warning === undefined ? run(remedy.run) : setAsking(true))}>
          {remedy.name}
        </QuietButton>
      )}
      {remedy?.warning === undefined ? null : (
        <AlertDialog
          open={asking}
          title={`${remedy.name}?`}
          description={remedy.warning}
          confirm={{ label: remedy.name, destroys: true, busy, onConfirm: () => run(remedy.run) }}
          onClose={() => setAsking(false)}
        />
      )}
      {code === exchangedKey.finding ? (
        <Link
          to={exchangedKey.to}
          className="target ml-2 inline-flex items-center text-ink underline decoration-copper underline-offset-4 hover:text-copper"
        >
          Open the feed’s settings
        </Link>
      ) : null}
      {id !== null && deletable.has(code) ? <QuietButton onClick={() => onDelete(id)}>Delete permanently</QuietButton> : null}
    </div>
  );
}

function DeleteRows({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const { actions } = useVault();
  const toast = useToast();
  const remove = async () => {
    const removed = await actions.removeForever(...ids);
    onClose();
    if (!removed.ok) toast({ title: 'Failed to delete password entry', description: commonFailureText(removed.failure), tone: 'alert' });
  };
  return (
    <AlertDialog
      open={ids.length > 0}
      title={ids.length === 1 ? 'Delete this row permanently?' : `Delete ${ids.length} rows permanently?`}
      description="It is removed from the vault and kept, still encrypted, for 30 days under Security. If another master password or key may still open it, keep it."
      confirm={{ label: 'Delete', destroys: true, onWork: remove }}
      onClose={onClose}
    />
  );
}

/** `warning`: what is lost by it, to be read and confirmed first. */
type Remedy = { readonly name: string; readonly warning?: string; readonly run: () => Promise<Result<unknown, VaultFailure>> };

function remedyOf(actions: VaultActions, code: string, id: string | null): Remedy | undefined {
  if (code === 'log_cut' || code === 'log_altered') {
    const warning =
      'What is in the log now is sealed, and what is missing or changed in it will not be noticed again. Look into the log and the server first, unless you have restored a backup yourself.';
    return { name: 'Continue from the current log', warning, run: actions.acceptLog };
  }
  if ((code === 'unlisted' || code === 'stale' || code === 'altered') && id !== null) {
    return { name: code === 'unlisted' ? 'Keep this entry' : 'Take what the database holds', run: () => actions.adopt(id) };
  }
  if (code === 'icon_unreadable' && id !== null) return { name: 'Take the icon away', run: () => actions.dropIcon(id) };
  if ((code === 'slot_unlisted' || code === 'slot_altered') && id !== null) {
    return { name: 'Remove this unlock method', run: () => actions.security.removeWayIn(id) };
  }
  if (code.startsWith('shard_') || code === 'head_missing' || code === 'head_unreadable') {
    const warning =
      'Surviving parts of the list, and this browser’s copies of lost ones, stay as they are: rows that differ from them are still listed. A lost part is rebuilt from the rows that open: anything deleted from it or put back will not be noticed. Unlock methods that this browser does not know are not listed.';
    return { name: 'List the entries again', warning, run: actions.repairManifest };
  }
  return undefined;
}

function findingTitle({ code, id, title }: VaultFinding, titles: ReadonlyMap<string, string>): string {
  const name = code.replaceAll('_', ' ');
  if (id === null) return name;
  return `${name}: ${titles.get(id) ?? title ?? id}`;
}
