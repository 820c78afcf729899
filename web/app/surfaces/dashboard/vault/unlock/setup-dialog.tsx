import { useEffect, useState } from 'react';
import { CodeField } from '../../../../domains/session/code-field.tsx';
import { EnrolmentPanel } from '../../../../domains/session/enrolment-panel.tsx';
import { readSessionStatus } from '../../../../domains/session/session-status.ts';
import { setupFailureText } from '../../../../domains/session/setup-failure-text.ts';
import { type Proof, proofFailureText, showProof } from '../../../../domains/session/show-proof.ts';
import { dropFactors, type Enrolment, startEnrolment, verifyCode } from '../../../../domains/session/sign-in.ts';
import { tryCodeAgain } from '../../../../domains/vault/access/failure-text.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { isHostedProject } from '../../../../lib/stored-session.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { DialogForm, FormDialog, useDialogWork } from '../../../../ui/forms/form-dialog.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import type { ToastMessage } from '../../../../ui/toast/toast-store.ts';
import { useVault } from '../vault-context.ts';

/** `closed`, or what is being set up: a first authenticator, or one in the place of another. */
type SetupDialogProps = { readonly purpose: 'closed' | 'first' | 'reset' };

/** Enrols an authenticator. In a reset the old one counts until the new one has shown its first code. */
export function SetupDialog({ purpose }: SetupDialogProps) {
  const { showDialog } = useVault();
  const [confirmed, setConfirmed] = useState(false);
  const close = () => {
    setConfirmed(false);
    showDialog(null);
  };
  const asksFirst = purpose === 'reset' && !confirmed;
  return (
    <>
      <AlertDialog
        open={asksFirst}
        title="Reset 2FA?"
        description="A new authenticator replaces the current one, which works until the new one has shown its first code."
        confirm={{ label: 'Reset', destroys: true, onConfirm: () => setConfirmed(true) }}
        onClose={close}
      />
      <EnrolDialog open={purpose !== 'closed' && !asksFirst} replaces={purpose === 'reset'} onClose={close} />
    </>
  );
}

type Step =
  | { readonly kind: 'starting' }
  | { readonly kind: 'present-code'; readonly hasPasskey: boolean }
  | { readonly kind: 'failed' }
  | { readonly kind: 'scan'; readonly enrolment: Enrolment };

type EnrolProps = { readonly open: boolean; readonly replaces: boolean; readonly onClose: () => void };

function EnrolDialog({ open, replaces, onClose }: EnrolProps) {
  return (
    <FormDialog open={open} title={replaces ? 'Reset 2FA' : 'Set up 2FA'} onClose={onClose} submit="Verify" closesWhileBusy>
      {open ? <EnrolBody replaces={replaces} onClose={onClose} /> : null}
    </FormDialog>
  );
}

function EnrolBody({ replaces, onClose }: Omit<EnrolProps, 'open'>) {
  const { actions } = useVault();
  const toast = useToast();
  const { start } = useDialogWork();
  const [step, setStep] = useState<Step>({ kind: 'starting' });
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [secretShown, setSecretShown] = useState(false);
  const [usesRecovery, setUsesRecovery] = useState(false);

  useEffect(() => {
    return whileWanted(begin(replaces), (next) => {
      setStep(next);
      if (next.kind === 'failed') toast({ title: 'Error', description: 'Failed to generate QR code', tone: 'alert' });
    });
  }, [replaces, toast]);

  const refuse = (text: string, atField = text) => {
    setError(atField);
    setCode('');
    toast({ title: 'Invalid Code', description: text, tone: 'alert' });
  };
  const present = async (proof: Proof) => {
    setError(undefined);
    const next = await showPresent(proof);
    if (next.kind === 'refused') return refuse(next.text, usesRecovery ? undefined : tryCodeAgain);
    setCode('');
    setStep(next);
  };
  const submit = async () => {
    if (step.kind === 'starting' || step.kind === 'failed') return;
    if (step.kind === 'present-code' && usesRecovery) {
      if (code.replace(/[\s-]/g, '').length !== 10) return refuse('A recovery code has ten letters and digits, like ABCDE-23456.');
    } else if (code.length !== 6) return refuse('Please enter a 6-digit code', tryCodeAgain);
    if (step.kind === 'present-code') return present({ kind: 'code', code });
    setError(undefined);
    const verified = await verifyCode(step.enrolment.factorId, code);
    if (!verified.ok) return refuse(setupFailureText(verified.failure), tryCodeAgain);
    toast(replaces ? await dropReplaced(step.enrolment) : { title: '2FA has been enabled for your vault' });
    actions.retry();
    onClose();
  };
  return (
    <DialogForm className="space-y-5" onSubmit={submit}>
      {step.kind === 'starting' ? <Spinner label="Preparing" /> : null}
      {step.kind === 'failed' ? <p className="text-carmine">Close this and try again.</p> : null}
      {step.kind === 'present-code' ? (
        <PresentCode
          usesRecovery={usesRecovery}
          code={code}
          error={error}
          onCode={setCode}
          onPasskey={step.hasPasskey ? () => start(() => present({ kind: 'passkey' })) : undefined}
          onSwitch={() => {
            setUsesRecovery(!usesRecovery);
            setCode('');
            setError(undefined);
          }}
        />
      ) : null}
      {step.kind === 'scan' ? (
        <div>
          <EnrolmentPanel enrolment={step.enrolment} secretShown={secretShown} copy={actions.copyOfAccount} />
          {secretShown ? null : (
            <QuietButton className="-ml-2" onClick={() => setSecretShown(true)}>
              Enter it by hand instead
            </QuietButton>
          )}
        </div>
      ) : null}
      {step.kind === 'scan' ? <CodeField label="Authentication code" value={code} error={error} autoFocus onChange={setCode} /> : null}
    </DialogForm>
  );
}

type PresentCodeProps = {
  readonly usesRecovery: boolean;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (code: string) => void;
  /** Where the account has a passkey: asks the browser for it at once. */
  readonly onPasskey: (() => void) | undefined;
  readonly onSwitch: () => void;
};

/** Asks for a code of the authenticator there is, for a passkey, or for a recovery code where the phone is gone. */
function PresentCode({ usesRecovery, code, error, onCode, onPasskey, onSwitch }: PresentCodeProps) {
  return (
    <div>
      <p className="mb-3 text-muted">
        {usesRecovery
          ? 'First one of your recovery codes. It can be used only once.'
          : 'First a code of the authenticator that you have now.'}
      </p>
      {usesRecovery ? (
        <TextField
          label="Recovery code"
          value={code}
          error={error}
          autoComplete="off"
          spellCheck={false}
          placeholder="ABCDE-23456"
          className="[&_input]:font-mono"
          onValue={onCode}
        />
      ) : (
        <CodeField label="Present authentication code" value={code} error={error} autoFocus onChange={onCode} />
      )}
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-4">
        {isHostedProject() ? null : (
          <QuietButton onClick={onSwitch}>{usesRecovery ? 'Use the authenticator' : 'Use a recovery code'}</QuietButton>
        )}
        {onPasskey === undefined ? null : <QuietButton onClick={onPasskey}>Use a passkey</QuietButton>}
      </div>
    </div>
  );
}

/** Begins an authenticator; where the session has to show its present code first, that is the step. */
async function begin(replaces: boolean): Promise<Step> {
  // A second authenticator wants a name of its own.
  const name = replaces ? `Authenticator of ${new Date(browserTimer.nowMs()).toISOString()}` : undefined;
  const begun = await startEnrolment(name);
  if (begun.ok) return { kind: 'scan', enrolment: begun.value };
  const isStale = begun.failure.code === 'refused' && begun.failure.reason === 'reauthentication_needed';
  if (!isStale) return { kind: 'failed' };
  const status = await readSessionStatus();
  const hasPasskey = status.ok && status.value?.passkeyId !== undefined;
  if (replaces) return { kind: 'present-code', hasPasskey };
  // A first authenticator beside passkeys: one of them is asked for.
  const shown = hasPasskey ? await showProof({ kind: 'passkey' }) : undefined;
  const again = shown?.ok ? await startEnrolment(name) : undefined;
  return again?.ok ? { kind: 'scan', enrolment: again.value } : { kind: 'failed' };
}

/** Removes the authenticator that was replaced where the service has not, as a hosted project does not, and says how it ended. */
async function dropReplaced({ factorId }: Enrolment): Promise<ToastMessage> {
  const dropped = await dropFactors(({ id, type }) => type === 'totp' && id !== factorId);
  if (dropped.ok) return { title: '2FA Reset' };
  return {
    title: 'The old authenticator still works',
    description: 'The new one works too, but the old one could not be removed. Choose “Reset 2FA” again.',
    tone: 'alert',
  };
}

async function showPresent(proof: Proof): Promise<Step | { readonly kind: 'refused'; readonly text: string }> {
  const shown = await showProof(proof);
  if (shown.ok) return begin(true);
  return shown.failure.code === 'factor_missing' ? { kind: 'failed' } : { kind: 'refused', text: proofFailureText(shown.failure) };
}
