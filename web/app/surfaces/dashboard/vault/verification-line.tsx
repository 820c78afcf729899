import type { VaultVerification } from '../../../domains/vault/vault-state.ts';
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
