import type { VaultFinding, VaultItem, VaultVerification } from '../../../domains/vault/vault-state.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useVault } from './vault-context.ts';

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

/** Every finding, by the name of what it is about. */
export function FindingsList({ findings, items }: { readonly findings: readonly VaultFinding[]; readonly items: readonly VaultItem[] }) {
  const titles = new Map(items.map(({ id, details }) => [id, details.title]));
  return (
    <ul className="max-h-[50svh] space-y-3 overflow-y-auto">
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.id}`}>
          <StatusMark kind="warning">{findingTitle(finding, titles)}</StatusMark>
          <p className="mt-0.5 pl-7 text-sm text-muted">{findingText(finding.code)}</p>
        </li>
      ))}
    </ul>
  );
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
  log_cut: 'The activity log is shorter than when the vault was last open.',
  log_altered: 'The activity log is not what it was when the vault was last open.',
};

/** What a finding means, in a sentence. */
export function findingText(code: string): string {
  return texts[code] ?? 'It is not as this vault was left. Everything else stays usable.';
}
