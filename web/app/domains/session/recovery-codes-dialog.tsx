import { fail } from '@castellan/foundation/result';
import { type FormEvent, useId, useState } from 'react';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeField } from './code-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { readStanding } from './session-standing.ts';
import { setupFailureText } from './setup-failure-text.ts';
import { makeRecoveryCodes, verifyCode } from './sign-in.ts';

type Step = { readonly kind: 'ready' | 'wants-code' } | { readonly kind: 'made'; readonly codes: readonly string[] };

/** Makes the ten codes of which each replaces one authenticator code, and shows them once. */
export function RecoveryCodesDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const formId = useId();
  const [step, setStep] = useState<Step>({ kind: 'ready' });
  const [busy, setBusy] = useState(false);
  const close = () => {
    if (busy) return;
    setStep({ kind: 'ready' });
    onClose();
  };
  const isMade = step.kind === 'made';
  return (
    <Dialog
      open={open}
      title="Recovery codes"
      role={isMade ? 'alertdialog' : 'dialog'}
      description={
        isMade
          ? 'Each replaces one code of your authenticator, once. They are shown only now; the earlier ones are void.'
          : 'Ten codes that replace your authenticator’s, each once. Making them voids the earlier ones.'
      }
      onClose={isMade ? () => undefined : close}
      actions={
        isMade ? (
          <Button onClick={close}>I have kept them</Button>
        ) : (
          <>
            <Button tone="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              Make them
            </Button>
          </>
        )
      }
    >
      {open && step.kind !== 'made' ? <CodesForm formId={formId} step={step} busy={busy} onBusy={setBusy} onStep={setStep} /> : null}
      {step.kind === 'made' ? <CodesSheet codes={step.codes} /> : null}
    </Dialog>
  );
}

type CodesFormProps = {
  readonly formId: string;
  readonly step: Exclude<Step, { kind: 'made' }>;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onStep: (step: Step) => void;
};

/** Asks for a code where the session has shown none within the last minutes. */
function CodesForm({ formId, step, busy, onBusy, onStep }: CodesFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wantsCode = step.kind === 'wants-code';
    if (wantsCode && code.length !== 6) return setError('Please enter a 6-digit code');
    onBusy(true);
    setError(undefined);
    const made = await (wantsCode ? makeCodesAfter(code) : makeRecoveryCodes());
    onBusy(false);
    setCode('');
    if (made.ok) return onStep({ kind: 'made', codes: made.value });
    const isStale = made.failure.code === 'refused' && made.failure.reason === 'reauthentication_needed';
    if (isStale && !wantsCode) onStep({ kind: 'wants-code' });
    else setError(setupFailureText(made.failure));
  };
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
      {step.kind === 'wants-code' ? (
        <CodeField label="Authentication code" value={code} error={error} autoFocus onChange={setCode} />
      ) : (
        <p role="alert" className="text-sm text-carmine">
          {error}
        </p>
      )}
    </form>
  );
}

async function makeCodesAfter(code: string) {
  const standing = await readStanding();
  if (!standing.ok) return standing;
  const factorId = standing.value?.factorId;
  if (factorId === undefined) return fail<BackendFailure>({ code: 'unauthorized' });
  const verified = await verifyCode(factorId, code);
  return verified.ok ? makeRecoveryCodes() : verified;
}

function CodesSheet({ codes }: { readonly codes: readonly string[] }) {
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
        <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
        <Button tone="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </>
  );
}
