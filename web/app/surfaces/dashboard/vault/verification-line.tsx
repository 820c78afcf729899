import type { Result } from '@castellan/foundation/result';
import { useState } from 'react';
import type { VaultFailure } from '../../../domains/vault/vault-failure.ts';
import type { VaultActions, VaultFinding, VaultVerification } from '../../../domains/vault/vault-state.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { ConvertLeftDialog } from './convert-left-dialog.tsx';
import { commonFailureText } from './failure-text.ts';
import { type OpenState, useVault } from './vault-context.ts';

/** How far the manifest's check has come, and what it found. */
export function VerificationLine({ verification }: { readonly verification: VaultVerification }) {
  const { showDialog } = useVault();
  const { verified, total, epoch, finished, findings } = verification;
  const text = `verified ${verified.toLocaleString('en')} of ${total.toLocaleString('en')}, epoch ${epoch}`;
  if (findings.length === 0) {
    return (
      <StatusMark kind={finished && verified === total ? 'success' : 'info'} className="font-mono text-sm [font-variant-ligatures:none]">
        {finished ? text : `${text} …`}
      </StatusMark>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusMark kind="warning" className="font-mono text-sm [font-variant-ligatures:none]">
        {text}
      </StatusMark>
      <Button tone="quiet" onClick={() => showDialog({ kind: 'findings' })}>
        {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
      </Button>
    </span>
  );
}

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
        <Button tone="ghost" className="mt-4" onClick={() => setDeleting(unreadable)}>
          {`Delete all ${unreadable.length} unreadable rows`}
        </Button>
      ) : null}
      {canRepair && findings.some(({ code }) => code === 'unconverted') ? (
        <Button tone="ghost" className="mt-4" onClick={() => setConverting(true)}>
          Convert with another old master
        </Button>
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
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const { code, id } = finding;
  const remedy = remedyOf(actions, code, id);
  const run = async (mend: Remedy['run']) => {
    setBusy(true);
    const done = await mend();
    setBusy(false);
    setAsking(false);
    if (!done.ok) toast({ title: 'Failed to save password entry', description: commonFailureText(done.failure), tone: 'alert' });
  };
  return (
    <div className="ml-5 flex flex-wrap gap-x-3">
      {remedy === undefined ? null : (
        <Button tone="quiet" busy={busy} onClick={() => (remedy.warning === undefined ? void run(remedy.run) : setAsking(true))}>
          {remedy.name}
        </Button>
      )}
      {remedy?.warning === undefined ? null : (
        <AlertDialog
          open={asking}
          title={`${remedy.name}?`}
          description={remedy.warning}
          confirm={{ label: remedy.name, destroys: true, busy, onConfirm: () => void run(remedy.run) }}
          onClose={() => setAsking(false)}
        />
      )}
      {id !== null && deletable.has(code) ? (
        <Button tone="quiet" onClick={() => onDelete(id)}>
          Delete it for ever
        </Button>
      ) : null}
    </div>
  );
}

function DeleteRows({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const { actions } = useVault();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const removed = await actions.removeForever(...ids);
    setBusy(false);
    onClose();
    if (!removed.ok) toast({ title: 'Failed to delete password entry', description: commonFailureText(removed.failure), tone: 'alert' });
  };
  return (
    <AlertDialog
      open={ids.length > 0}
      title={ids.length === 1 ? 'Delete this row for ever?' : `Delete ${ids.length} rows for ever?`}
      description="Nothing brings it back but a backup. If another master password or key may still open it, keep it."
      confirm={{ label: 'Delete', destroys: true, busy, onConfirm: () => void remove() }}
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
    return { name: 'Go on from the log as it is', warning, run: actions.acceptLog };
  }
  if ((code === 'unlisted' || code === 'stale' || code === 'altered') && id !== null) {
    return { name: code === 'unlisted' ? 'Keep this entry' : 'Take what the database holds', run: () => actions.adopt(id) };
  }
  if (code === 'icon_unreadable' && id !== null) return { name: 'Take the icon away', run: () => actions.dropIcon(id) };
  if ((code === 'slot_unlisted' || code === 'slot_altered') && id !== null) {
    return { name: 'Remove this way in', run: () => actions.security.removeWayIn(id) };
  }
  if (code.startsWith('shard_') || code === 'head_missing' || code === 'head_unreadable') {
    return { name: 'List the entries anew', run: actions.repairManifest };
  }
  return undefined;
}

function findingTitle({ code, id, title }: VaultFinding, titles: ReadonlyMap<string, string>): string {
  const name = code.replaceAll('_', ' ');
  if (id === null) return name;
  return `${name}: ${titles.get(id) ?? title ?? id}`;
}

const texts: Readonly<Record<string, string>> = {
  missing: 'The list names it, but the database no longer has it. It was deleted without the vault.',
  unlisted: 'The database has it, but the list does not name it. It was written without the list.',
  stale: 'The database holds an older version than the list names. It was put back.',
  altered: 'What the database holds is not what was saved.',
  unreadable: 'It cannot be opened with this vault’s key.',
  relabelled: 'Its readable category or favourite mark differs from the sealed one; the sealed one is shown.',
  icon_unreadable: 'Its icon is not what was saved, or is another entry’s. It is not shown.',
  unconverted: 'It is still in the older product’s form.',
  planted_v1: 'A row of the older product’s form, although that was closed. It is not opened.',
  head_stale: 'The sealed head of the list is older than the epoch that the server claims. It was put back.',
  head_ahead: 'The sealed head of the list is newer than the epoch that the server claims.',
  head_missing: 'The head of the list is gone. What opens can be listed anew.',
  head_unreadable: 'The head of the list does not open. What opens can be listed anew.',
  shard_missing: 'A part of the list is gone; its entries are not shown.',
  shard_altered: 'A part of the list is not what was saved; its entries are not shown.',
  shard_stale: 'A part of the list is older than the rest; it was put back.',
  shard_unlisted: 'A part of the list is there that the vault does not know.',
  slot_missing: 'A way to open the vault was taken away without the vault.',
  slot_unlisted: 'A way to open the vault was added without the vault.',
  slot_altered: 'A way to open the vault is not what was saved.',
  log_cut: 'The activity log is shorter than when the vault was last open.',
  log_altered: 'The activity log is not what it was when the vault was last open.',
};

/** What a finding means, in a sentence. */
export function findingText(code: string): string {
  return texts[code] ?? 'It is not as this vault was left. Everything else stays usable.';
}
