import { useEffect } from 'react';
import type { OpenedAway } from '../domains/session/admission.ts';
import { copyEndsAt } from '../domains/vault/away/copy-ends-at.ts';
import { browserVault } from '../domains/vault/browser-vault.client.ts';
import UnlockForm from '../domains/vault/unlock/unlock-form.client.tsx';
import { vaultOpenness } from '../domains/vault/vault-openness.ts';

type Props = {
  /** Told once the vault is open: of when this device's copy is, and until when it opens; `undefined` where the server opened it. */
  readonly onOpen: (away: OpenedAway | undefined) => void;
};

/** Opens the vault from the copy on this device, before anything else is drawn; says why where it cannot. */
export default function UnlockWithoutServer({ onOpen }: Props) {
  useEffect(() => {
    const tell = () => {
      const state = browserVault().read();
      if (!vaultOpenness.read() || state.stage !== 'open') return;
      onOpen(state.copyAtMs === null ? undefined : { asOfMs: state.copyAtMs, untilMs: copyEndsAt(state.copyAtMs) });
    };
    tell();
    return vaultOpenness.subscribe(tell);
  }, [onOpen]);
  return <UnlockForm />;
}
