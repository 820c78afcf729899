import { type FormEvent, useEffect, useId, useState } from 'react';
import { EnrolmentPanel } from '../../../domains/session/enrolment-panel.tsx';
import { readStanding } from '../../../domains/session/session-standing.ts';
import { type Enrolment, startEnrolment, verifyCode } from '../../../domains/session/sign-in.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { CodeField } from './code-field.tsx';
import { useVault } from './vault-context.ts';

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
        description="A new authenticator takes the place of the present one. The present one works until the new one has shown its first code."
        confirm={{ label: 'Reset', destroys: true, onConfirm: () => setConfirmed(true) }}
        onClose={close}
      />
      <EnrolDialog open={purpose !== 'closed' && !asksFirst} replaces={purpose === 'reset'} onClose={close} />
    </>
  );
}

type Step =
  | { readonly kind: 'starting' }
  | { readonly kind: 'present-code' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'scan'; readonly enrolment: Enrolment };

type EnrolProps = { readonly open: boolean; readonly replaces: boolean; readonly onClose: () => void };

function EnrolDialog({ open, replaces, onClose }: EnrolProps) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      title={replaces ? 'Reset 2FA' : 'Set up 2FA'}
      onClose={onClose}
      actions={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Verify
          </Button>
        </>
      }
    >
      {open ? <EnrolBody formId={formId} replaces={replaces} busy={busy} onBusy={setBusy} onClose={onClose} /> : null}
    </Dialog>
  );
}

type EnrolBodyProps = {
  readonly formId: string;
  readonly replaces: boolean;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onClose: () => void;
};

function EnrolBody({ formId, replaces, busy, onBusy, onClose }: EnrolBodyProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [step, setStep] = useState<Step>({ kind: 'starting' });
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [secretShown, setSecretShown] = useState(false);

  useEffect(() => {
    let wanted = true;
    void begin(replaces).then((next) => {
      if (!wanted) return;
      setStep(next);
      if (next.kind === 'failed') toast({ title: 'Error', description: 'Failed to generate QR code', tone: 'alert' });
    });
    return () => {
      wanted = false;
    };
  }, [replaces, toast]);

  const refuse = (text: string) => {
    setError(text);
    setCode('');
    toast({ title: 'Invalid Code', description: text, tone: 'alert' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || step.kind === 'starting' || step.kind === 'failed') return;
    if (code.length !== 6) return refuse('Please enter a 6-digit code');
    onBusy(true);
    setError(undefined);
    if (step.kind === 'present-code') {
      const next = await showPresentCode(code);
      onBusy(false);
      if (next.kind === 'refused') return refuse(next.text);
      setCode('');
      setStep(next);
      return;
    }
    const verified = await verifyCode(step.enrolment.factorId, code);
    onBusy(false);
    if (!verified.ok) return refuse(setupFailureText(verified.failure));
    toast(replaces ? { title: '2FA Reset' } : { title: '2FA has been enabled for your vault' });
    actions.retry();
    onClose();
  };
  return (
    <form id={formId} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      {step.kind === 'starting' ? <Spinner label="Preparing" /> : null}
      {step.kind === 'failed' ? <p className="text-carmine">Failed to generate QR code</p> : null}
      {step.kind === 'present-code' ? <p className="text-muted">First a code of the authenticator that you have now.</p> : null}
      {step.kind === 'scan' ? (
        <div>
          <EnrolmentPanel enrolment={step.enrolment} secretShown={secretShown} />
          {secretShown ? null : (
            <Button tone="quiet" className="-ml-2" onClick={() => setSecretShown(true)}>
              Enter it by hand instead
            </Button>
          )}
        </div>
      ) : null}
      {step.kind === 'scan' || step.kind === 'present-code' ? (
        <CodeField
          key={step.kind}
          label={step.kind === 'scan' ? 'Authentication code' : 'Present authentication code'}
          value={code}
          error={error}
          autoFocus
          onChange={setCode}
        />
      ) : null}
    </form>
  );
}

/** Begins an authenticator; where the session has to show its present code first, that is the step. */
async function begin(replaces: boolean): Promise<Step> {
  // A second authenticator wants a name of its own.
  const name = replaces ? `Authenticator of ${new Date(browserTimer.nowMs()).toISOString()}` : undefined;
  const begun = await startEnrolment(name);
  if (begun.ok) return { kind: 'scan', enrolment: begun.value };
  const wantsCode = begun.failure.code === 'refused' && begun.failure.reason === 'reauthentication_needed';
  return wantsCode ? { kind: 'present-code' } : { kind: 'failed' };
}

async function showPresentCode(code: string): Promise<Step | { readonly kind: 'refused'; readonly text: string }> {
  const standing = await readStanding();
  const factorId = standing.ok ? standing.value?.factorId : undefined;
  if (factorId === undefined) return { kind: 'failed' };
  const verified = await verifyCode(factorId, code);
  return verified.ok ? begin(true) : { kind: 'refused', text: setupFailureText(verified.failure) };
}

function setupFailureText(failure: BackendFailure): string {
  if (failure.code === 'backend_unreachable') return 'The backend does not answer. Try again when it is back.';
  if (failure.code === 'refused' && failure.reason === 'mfa_code_already_used') return 'This code has been used. Wait for the next one.';
  return 'The code is incorrect. Please try again.';
}
