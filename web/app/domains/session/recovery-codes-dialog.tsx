import { useState } from 'react';
import { Button, QuietButton } from '../../ui/button.tsx';
import { DialogForm, FormDialog } from '../../ui/forms/form-dialog.tsx';
import { type Copy, CopyButton } from './copy-button.tsx';
import { proofFailureText, showProof } from './show-proof.ts';
import { makeRecoveryCodes } from './sign-in.ts';
import { useProof } from './use-proof.tsx';

type Step = { readonly kind: 'ready' | 'wants-proof' } | { readonly kind: 'made'; readonly codes: readonly string[] };

type RecoveryCodesDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Where the page has a way that takes the codes off the clipboard again. */
  readonly copy?: Copy;
};

/** Makes the ten codes of which each replaces one authenticator code, and shows them once. */
export function RecoveryCodesDialog({ open, onClose, copy }: RecoveryCodesDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'ready' });
  const close = () => {
    setStep({ kind: 'ready' });
    onClose();
  };
  const isMade = step.kind === 'made';
  return (
    <FormDialog
      open={open}
      title="Recovery codes"
      role={isMade ? 'alertdialog' : 'dialog'}
      description={
        isMade
          ? 'Each replaces one code of your authenticator, once. They are shown only now; the earlier ones are void.'
          : 'Ten codes that replace your authenticator’s, each once. Making them voids the earlier ones.'
      }
      onClose={isMade ? () => undefined : close}
      submit="Make them"
      instead={isMade ? <Button onClick={close}>I have kept them</Button> : undefined}
    >
      {open && step.kind !== 'made' ? <CodesForm step={step} onStep={setStep} /> : null}
      {step.kind === 'made' ? <CodesSheet codes={step.codes} copy={copy} /> : null}
    </FormDialog>
  );
}

type CodesFormProps = { readonly step: Exclude<Step, { kind: 'made' }>; readonly onStep: (step: Step) => void };

/** Asks for a code or a passkey where the session has shown neither within the last minutes. */
function CodesForm({ step, onStep }: CodesFormProps) {
  const [error, setError] = useState<string>();
  const wantsProof = step.kind === 'wants-proof';
  const proof = useProof({ label: 'Authentication code', autoFocus: true, isWanted: wantsProof });
  const submit = async () => {
    const given = wantsProof ? proof.take() : undefined;
    if (wantsProof && given === undefined) return;
    setError(undefined);
    const shown = given === undefined ? undefined : await showProof(given);
    const made = shown === undefined || shown.ok ? await makeRecoveryCodes() : shown;
    if (made.ok) return onStep({ kind: 'made', codes: made.value });
    const isStale = made.failure.code === 'refused' && made.failure.reason === 'reauthentication_needed';
    if (isStale && !wantsProof) onStep({ kind: 'wants-proof' });
    else if (wantsProof) proof.refuse(proofFailureText(made.failure));
    else setError(proofFailureText(made.failure));
  };
  return (
    <DialogForm onSubmit={submit}>
      {wantsProof ? (
        proof.field
      ) : (
        <p role="alert" className="text-sm text-carmine">
          {error}
        </p>
      )}
    </DialogForm>
  );
}

function CodesSheet({ codes, copy }: { readonly codes: readonly string[]; readonly copy: Copy | undefined }) {
  return (
    <>
      <ul
        translate="no"
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-edge bg-plate p-4 font-mono tabular-nums select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-4">
        <CopyButton text={codes.join('\n')} copy={copy}>
          Copy codes
        </CopyButton>
        <QuietButton onClick={() => window.print()}>Print</QuietButton>
      </div>
    </>
  );
}
