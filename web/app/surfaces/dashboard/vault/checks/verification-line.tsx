import type { VaultVerification } from '../../../../domains/vault/contract/vault-state.ts';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useVault } from '../vault-context.ts';

/** How far the manifest's check has come, what it found, and whether this browser had anything to hold it against. */
export function VerificationLine({ verification }: { readonly verification: VaultVerification }) {
  const { showDialog } = useVault();
  const { verified, total, finished, findings, firstTime } = verification;
  const isSound = findings.length === 0;
  const kind = isSound ? (finished && verified === total ? 'success' : 'info') : 'warning';
  return (
    <>
      <StatusMark kind={kind} className="tabular-nums">
        {textOf(verification)}
      </StatusMark>
      {/* Whether it is the newest state, a browser that remembers none cannot say. */}
      {firstTime ? <span>first time on this device</span> : null}
      {isSound ? null : (
        <button type="button" className="page-state-button" onClick={() => showDialog({ kind: 'findings' })}>
          {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
        </button>
      )}
    </>
  );
}

function textOf({ verified, total, finished, findings }: VaultVerification): string {
  // Without a head nothing says what there should be.
  if (findings.some(({ code }) => code === 'head_missing' || code === 'head_unreadable'))
    return `no head: ${total.toLocaleString('en')} listed, none checked`;
  const entries = total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`;
  if (!finished && findings.length === 0) return `Checking ${entries}: ${verified.toLocaleString('en')} intact so far`;
  if (verified !== total) return `${verified.toLocaleString('en')} of ${entries} intact`;
  return total === 0 ? 'Intact, no entries yet' : total === 1 ? '1 entry intact' : `All ${entries} intact`;
}
