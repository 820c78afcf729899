import type { TerminalField } from '../../ui/terminal/transcript.ts';
import { type CodeStep, commandPrompt, type Step, type TerminalState } from './sign-in-state.ts';

/** A button beside the input that answers for those who would rather not type; it submits a word or cancels. */
export type QuickAnswer = {
  readonly label: string;
  readonly answer: { readonly kind: 'type'; readonly text: string } | { readonly kind: 'cancel' };
  /** What most people will want here. */
  readonly isMain?: true;
};

type FieldShape = Omit<TerminalField, 'id' | 'busy'>;

const commandField: FieldShape = {
  label: 'Command',
  prompt: commandPrompt,
  type: 'text',
  name: 'command',
  autocomplete: 'off',
  inputMode: 'text',
  maxLength: 80,
};

const emailField: FieldShape = {
  label: 'E-mail',
  prompt: 'e-mail:',
  type: 'email',
  name: 'email',
  autocomplete: 'username',
  inputMode: 'email',
  maxLength: 254,
};

const passwordField: FieldShape = {
  label: 'Password',
  prompt: 'password:',
  type: 'password',
  name: 'password',
  autocomplete: 'current-password',
  inputMode: 'text',
  maxLength: 200,
};

// Long enough for a recovery code, which every code field takes by paste.
const codeField: FieldShape = {
  label: 'Authenticator code',
  prompt: 'code:',
  type: 'text',
  name: 'one-time-code',
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  maxLength: 64,
};

/** What the terminal asks for in its present state. */
export function fieldOf({ step, waiting }: TerminalState): TerminalField {
  return { ...fieldOfStep(step), id: step.kind === 'code' ? `code-${step.method}` : step.kind, busy: waiting };
}

function fieldOfStep(step: Step): FieldShape {
  switch (step.kind) {
    case 'starting':
    case 'command':
    case 'leaving':
      return commandField;
    case 'resume':
      return { ...commandField, label: 'Press Enter to resume, or type a command' };
    case 'setup-email':
    case 'sign-in-email':
      return emailField;
    case 'setup-password':
      return { ...passwordField, autocomplete: 'new-password', label: 'New password', username: step.email, hint: passwordHint };
    case 'setup-repeat':
      return { ...passwordField, autocomplete: 'new-password', label: 'The same password again', prompt: 'again:', username: step.email };
    case 'sign-in-password':
      return { ...passwordField, username: step.email };
    case 'code':
      return step.method === 'totp' ? codeField : recoveryField;
    case 'enrol-offer':
      return { ...commandField, label: 'Type enrol or later', prompt: 'authenticator:' };
    case 'enrol-grant':
      return { ...passwordField, label: 'One-time secret', prompt: 'one-time secret:', name: 'enrolment-secret', autocomplete: 'off' };
    case 'enrol-code':
      return { ...codeField, label: 'The six digits your authenticator shows', maxLength: 12 };
    case 'recovery-codes':
      return { ...commandField, label: 'Type stored when the codes are in a safe place', prompt: 'recovery codes:' };
  }
}

const recoveryField: FieldShape = {
  ...codeField,
  label: 'Recovery code',
  prompt: 'recovery code:',
  inputMode: 'text',
  autocomplete: 'off',
};
const passwordHint = 'At least 12 characters. A password manager or a few random words do well.';

const type = (label: string, text: string): QuickAnswer => ({ label, answer: { kind: 'type', text } });
const main = (label: string, text: string): QuickAnswer => ({ ...type(label, text), isMain: true });
const cancel: QuickAnswer = { label: 'Cancel', answer: { kind: 'cancel' } };

/** The buttons that fit the present state; none while something is awaited. */
export function quickAnswersOf({ step, waiting, setupSecret, isOwnerless, isHosted }: TerminalState): readonly QuickAnswer[] {
  if (waiting) return [];
  switch (step.kind) {
    case 'starting':
    case 'leaving':
      return [];
    case 'command':
      return [setupSecret === undefined && !isOwnerless ? main('login', 'login') : main('setup', 'setup'), type('help', 'help')];
    case 'resume':
      return [main('Resume', ''), type('login', 'login')];
    case 'code':
      return codeAnswers(step, isHosted);
    case 'enrol-offer':
      return [main('Add an authenticator', 'enrol'), type('Later', 'later')];
    case 'enrol-code':
      return [type(step.secretShown ? 'Hide secret' : 'Show secret', 'secret'), type('Later', 'later')];
    case 'recovery-codes':
      return [main('I have stored them', 'stored')];
    default:
      return [cancel];
  }
}

function codeAnswers({ method, factorId, passkeyId }: CodeStep, isHosted: boolean): readonly QuickAnswer[] {
  const passkey = passkeyId === undefined ? [] : [main('Use a passkey', 'passkey')];
  if (method === 'totp') return [...passkey, ...(isHosted ? [] : [type('Use a recovery code', 'recovery')]), cancel];
  return [...passkey, ...(factorId === undefined ? [] : [type('Use the authenticator', 'authenticator')]), cancel];
}
