import type { VaultVerification } from '../../../../domains/vault/contract/vault-state.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useVault } from '../vault-context.ts';

/** How far the manifest's check has come, what it found, and whether this browser had anything to hold it against. */
export function VerificationLine({ verification }: { readonly verification: VaultVerification }) {
  const { showDialog } = useVault();
  const { verified, total, epoch, finished, findings, firstTime } = verification;
  // Without a head nothing says what there should be.
  const text = findings.some(({ code }) => code === 'head_missing' || code === 'head_unreadable')
    ? `no head: ${total.toLocaleString('en')} listed, none checked`
    : `verified ${verified.toLocaleString('en')} of ${total.toLocaleString('en')}, epoch ${epoch}`;
  const isSound = findings.length === 0;
  const kind = isSound ? (finished && verified === total ? 'success' : 'info') : 'warning';
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusMark kind={kind} className="font-mono text-sm [font-variant-ligatures:none]">
        {finished || !isSound ? text : `${text} …`}
      </StatusMark>
      {/* Whether it is the newest state, a browser that remembers none cannot say. */}
      {firstTime ? <span className="text-sm text-muted">first time on this device</span> : null}
      {isSound ? null : (
        <QuietButton onClick={() => showDialog({ kind: 'findings' })}>
          {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
        </QuietButton>
      )}
    </span>
  );
}
