import { useEffect } from 'react';
import type { OpenedAway } from '../domains/session/admission.ts';
import { copyEndsAt } from '../domains/vault/away/copy-ends-at.ts';
import { browserVault } from '../domains/vault/browser-vault.client.ts';
import UnlockForm from '../domains/vault/unlock/unlock-form.client.tsx';
import { vaultOpenness } from '../domains/vault/vault-openness.ts';

type Props = {
  /** Told once the vault is open: of when this device's copy is, and until when it opens; `undefined` where the server opened it. */
  readonly onOpen: (away: OpenedAway | undefined) => void;
  /** How often the page's own 'Try again' was pressed. */
  readonly tries: number;
};

/** Opens the vault from the copy on this device, before anything else is drawn; says why where it cannot. */
export default function UnlockWithoutServer({ onOpen, tries }: Props) {
  useEffect(() => {
    const tell = () => {
      const state = browserVault().read();
      if (!vaultOpenness.read() || state.stage !== 'open') return;
      onOpen(state.copyAtMs === null ? undefined : { asOfMs: state.copyAtMs, untilMs: copyEndsAt(state.copyAtMs) });
    };
    tell();
    return vaultOpenness.subscribe(tell);
  }, [onOpen]);
  useEffect(() => {
    // A copy that was over, or ahead of this device's clock, is looked at anew. What is typed into a form that is there stays.
    if (tries > 0 && browserVault().read().stage === 'unreachable') browserVault().actions.retry();
  }, [tries]);
  return <UnlockForm saysSilence={false} />;
}
