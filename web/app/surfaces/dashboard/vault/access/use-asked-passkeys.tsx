import { type ReactNode, useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { KeepPasskeys, KeptPasskey } from '../../../../domains/vault/contract/vault-security.ts';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';

type Choice = Awaited<ReturnType<KeepPasskeys['onRefusal']>>;
type Refused = { readonly passkey: KeptPasskey; readonly text: string; readonly choose: (choice: Choice) => void };

/** The passkeys that a rotation asks for. */
export type AskedPasskeys = {
  /** What the rotation is told: which are kept, and how the owner is asked. */
  readonly keep: (slotIds: readonly string[]) => KeepPasskeys;
  /** Which one the browser asks for now. */
  readonly notice: ReactNode;
  /** What to do about one that did not answer. Not inside another dialog: its closing would close that one too. */
  readonly question: ReactNode;
  /** None is asked for any more. */
  readonly end: () => void;
};

/** Says which passkey the browser asks for, and asks what to do about one that does not answer. */
export function useAskedPasskeys(): AskedPasskeys {
  const [asked, setAsked] = useState<KeptPasskey>();
  const [refused, setRefused] = useState<Refused>();
  const keep = (slotIds: readonly string[]): KeepPasskeys => ({
    slotIds,
    onAsk: setAsked,
    onRefusal: (passkey, failure) =>
      new Promise((resolve) => {
        const choose = (choice: Choice) => {
          setRefused(undefined);
          resolve(choice);
        };
        setAsked(undefined);
        setRefused({ passkey, text: commonFailureText(failure), choose });
      }),
  });
  return {
    keep,
    notice: asked === undefined ? null : <StatusMark kind="info">{`Your browser asks for the passkey “${asked.label}”.`}</StatusMark>,
    question: <RefusedPasskey refused={refused} />,
    end: () => setAsked(undefined),
  };
}

function RefusedPasskey({ refused }: { readonly refused: Refused | undefined }) {
  const label = refused?.passkey.label.slice(0, 80) ?? '';
  return (
    <Dialog
      role="alertdialog"
      open={refused !== undefined}
      title={`The passkey “${label}” did not answer`}
      description={`${refused?.text ?? ''} Nothing has been changed yet. If you continue without it, it will no longer unlock the vault.`}
      onClose={() => refused?.choose('stop')}
      actions={
        <>
          <GhostButton autoFocus onClick={() => refused?.choose('stop')}>
            Cancel
          </GhostButton>
          <GhostButton onClick={() => refused?.choose('without')}>Continue without it</GhostButton>
          <Button onClick={() => refused?.choose('again')}>Try again</Button>
        </>
      }
    />
  );
}
