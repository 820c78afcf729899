import { useState } from 'react';
import type { VaultActions, VaultFinding, VaultVerification } from '../../../domains/vault/vault-state.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
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
  const canRepair = state.tier === 'secrets' && !state.offline;
  return (
    <ul className="max-h-[50svh] space-y-3 overflow-y-auto">
      {state.verification.findings.map((finding) => (
        <li key={`${finding.code} ${finding.id}`}>
          <StatusMark kind="warning">{findingTitle(finding, titles)}</StatusMark>
          <p className="mt-0.5 pl-7 text-sm text-muted">{findingText(finding.code)}</p>
          {canRepair ? <Remedy finding={finding} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Remedy({ finding: { code, id } }: { readonly finding: VaultFinding }) {
  const { actions } = useVault();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remedy = remedyOf(actions, code, id);
  if (remedy === undefined) return null;
  const run = async () => {
    setBusy(true);
    const done = await remedy.run();
    setBusy(false);
    if (!done.ok) toast({ title: 'Failed to save password entry', description: commonFailureText(done.failure), tone: 'alert' });
  };
  return (
    <Button tone="quiet" className="ml-5" busy={busy} onClick={() => void run()}>
      {remedy.name}
    </Button>
  );
}

function remedyOf(actions: VaultActions, code: string, id: string | null) {
  if (code === 'unlisted' && id !== null) return { name: 'Keep this entry', run: () => actions.adopt(id) };
  if ((code === 'slot_unlisted' || code === 'slot_altered') && id !== null) {
    return { name: 'Remove this way in', run: () => actions.removeWayIn(id) };
  }
  if (code.startsWith('shard_') || code === 'head_missing' || code === 'head_unreadable') {
    return { name: 'List the entries anew', run: actions.repairManifest };
  }
  return undefined;
}

function findingTitle({ code, id }: VaultFinding, titles: ReadonlyMap<string, string>): string {
  const name = code.replaceAll('_', ' ');
  if (id === null) return name;
  return `${name}: ${titles.get(id) ?? id}`;
}

const texts: Readonly<Record<string, string>> = {
  missing: 'The list names it, but the database no longer has it. It was deleted without the vault.',
  unlisted: 'The database has it, but the list does not name it. It was written without the list.',
  stale: 'The database holds an older version than the list names. It was put back.',
  altered: 'What the database holds is not what was saved.',
  unreadable: 'It cannot be opened with this vault’s key.',
  relabelled: 'Its readable category or favourite mark differs from the sealed one; the sealed one is shown.',
  unconverted: 'It is still in the older product’s form.',
  planted_v1: 'A row of the older product’s form, although that was closed. It is not opened.',
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
