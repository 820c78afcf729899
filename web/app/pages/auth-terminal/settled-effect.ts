import type { Result } from '@castellan/foundation/result';
import type { CeremonyFailure } from '../../domains/session/passkey-factor.ts';
import type { SessionStanding } from '../../domains/session/session-standing.ts';
import type { Enrolment } from '../../domains/session/sign-in.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { askCode, enter, goOnFrom, offerEnrolment, welcomeVisitor } from './dialogue-turns.ts';
import { refusalText } from './refusal-text.ts';
import { type CodeStep, say, start, stayAt, type TerminalOutcome, type TerminalState, type Transition } from './terminal-state.ts';

type Answer<Value> = Result<Value, BackendFailure>;

/** What the end of an effect does. */
export function takeOutcome(waitingState: TerminalState, outcome: TerminalOutcome): Transition {
  const state = { ...waitingState, waiting: false };
  switch (outcome.kind) {
    case 'find-session':
      return sessionFound(state, outcome.result);
    case 'create-owner':
      return ownerCreated(state, outcome.result);
    case 'sign-in':
      return signedIn(state, outcome.result);
    case 'verify-code':
      return codeVerified(state, outcome.result);
    case 'verify-passkey':
      return passkeyVerified(state, outcome.result);
    case 'grant-enrolment':
      return enrolmentGranted(state, outcome.result);
    case 'start-enrolment':
      return enrolmentStarted(state, outcome.result);
    case 'confirm-enrolment':
      return enrolmentConfirmed(state, outcome.result);
    case 'make-recovery-codes':
      return recoveryCodesMade(state, outcome.result);
    case 'enter':
      return entered(state, outcome.result);
  }
}

function sessionFound(state: TerminalState, result: Answer<SessionStanding | undefined>): Transition {
  // The holder of a setup link came to be the owner, whatever session an earlier life of this browser left behind.
  if (state.setupSecret !== undefined) return welcomeVisitor(state);
  if (!result.ok) return stayAt(say(state, 'warning', refusalText(result.failure, 'session')), { kind: 'command' });
  const standing = result.value;
  if (standing === undefined) return welcomeVisitor(state);
  const known = { ...state, standing };
  if (standing.assurance === 'code-wanted')
    return askCode(say(known, 'plain', `Session of ${standing.email} wants its ${wanted(standing)}.`), standing);
  const live = say(known, 'plain', `Session of ${standing.email} is live. Press Enter to resume.`);
  const hint =
    standing.assurance === 'full' ? 'Type login to sign in as someone else.' : 'It has no authenticator yet: type enrol to add one.';
  return stayAt(say(live, 'muted', hint), { kind: 'resume' });
}

const wanted = ({ factorId, passkeyId }: SessionStanding) =>
  passkeyId === undefined ? 'code' : factorId === undefined ? 'passkey' : 'code or passkey';

function ownerCreated(state: TerminalState, result: Answer<undefined>): Transition {
  const { step } = state;
  if (step.kind !== 'setup-repeat') return { state, effects: [] };
  const { secret, email, password } = step;
  if (result.ok) {
    const owner = say({ ...state, setupSecret: undefined }, 'success', 'You are the owner of this house.');
    return start(owner, { kind: 'sign-in', email, password });
  }
  const refused = say(state, 'failure', refusalText(result.failure, 'setup'));
  return setupRefused(refused, result.failure, { secret, email });
}

function setupRefused(
  state: TerminalState,
  failure: BackendFailure,
  { secret, email }: { readonly secret: string; readonly email: string },
): Transition {
  const reason = failure.code === 'refused' ? failure.reason : failure.code;
  if (reason === 'setup_closed' || reason === 'setup_secret_invalid') {
    return stayAt({ ...state, setupSecret: undefined }, { kind: 'command' });
  }
  if (reason === 'weak_password') return stayAt(state, { kind: 'setup-password', secret, email });
  if (reason === 'email_invalid' || reason === 'validation_failed') return stayAt(state, { kind: 'setup-email', secret });
  return stayAt(state, { kind: 'setup-password', secret, email });
}

function signedIn(state: TerminalState, result: Answer<SessionStanding>): Transition {
  if (!result.ok) return stayAt(say(state, 'failure', refusalText(result.failure, 'sign-in')), { kind: 'sign-in-email' });
  return goOnFrom(state, result.value, 'password');
}

function codeVerified(state: TerminalState, result: Answer<undefined>): Transition {
  const { step } = state;
  if (step.kind !== 'code') return { state, effects: [] };
  if (result.ok) {
    const accepted = step.method === 'totp' ? state : say(state, 'warning', 'That recovery code is used up now.');
    return enter({ ...accepted, standing: fullStanding(step) }, step.method);
  }
  const refused = say(state, 'failure', refusalText(result.failure, 'code'));
  return stayAt(refused, hasEnded(result.failure) ? { kind: 'sign-in-email' } : step);
}

function passkeyVerified(state: TerminalState, result: Result<undefined, BackendFailure | CeremonyFailure>): Transition {
  const { step } = state;
  if (step.kind !== 'code') return { state, effects: [] };
  if (result.ok) return enter({ ...state, standing: fullStanding(step) }, 'passkey');
  const { failure } = result;
  const text = isCeremonyFailure(failure) ? ceremonyTexts[failure.code] : refusalText(failure, 'passkey');
  return stayAt(say(state, 'failure', text), !isCeremonyFailure(failure) && hasEnded(failure) ? { kind: 'sign-in-email' } : step);
}

const ceremonyTexts: Readonly<Record<CeremonyFailure['code'], string>> = {
  passkey_refused: 'The passkey was not given.',
  passkey_unsupported: 'This browser knows no passkeys, or not at this address. Type a code instead.',
};

function isCeremonyFailure(failure: BackendFailure | CeremonyFailure): failure is CeremonyFailure {
  return failure.code in ceremonyTexts;
}

function fullStanding({ email, factorId, passkeyId }: CodeStep): SessionStanding {
  return { email, factorId, passkeyId, assurance: 'full' };
}

function enrolmentGranted(state: TerminalState, result: Answer<undefined>): Transition {
  if (result.ok) return start(say(state, 'success', 'Accepted.'), { kind: 'start-enrolment' });
  const refused = say(state, 'failure', refusalText(result.failure, 'grant'));
  return stayAt(refused, hasEnded(result.failure) ? { kind: 'sign-in-email' } : { kind: 'enrol-grant' });
}

function enrolmentStarted(state: TerminalState, result: Answer<Enrolment>): Transition {
  if (result.ok) {
    const words = 'Scan the picture with your authenticator app, then type the six digits it shows.';
    return stayAt(say(state, 'plain', words), { kind: 'enrol-code', enrolment: result.value, secretShown: false });
  }
  if (result.failure.code === 'refused' && result.failure.reason === 'enrolment_grant_required') return askGrant(state);
  const refused = say(state, 'failure', refusalText(result.failure, 'enrolment'));
  return hasEnded(result.failure) ? stayAt(refused, { kind: 'sign-in-email' }) : offerEnrolment(refused);
}

function askGrant(state: TerminalState): Transition {
  const words = [
    'This account had an authenticator, and it was removed on the machine.',
    'Type the one-time secret that was printed there to add a new one.',
  ];
  return stayAt(say(state, 'warning', ...words), { kind: 'enrol-grant' });
}

function enrolmentConfirmed(state: TerminalState, result: Answer<undefined>): Transition {
  const { step, standing } = state;
  if (step.kind !== 'enrol-code') return { state, effects: [] };
  if (result.ok) {
    const known = standing && { ...standing, assurance: 'full' as const, factorId: step.enrolment.factorId };
    return start(say({ ...state, standing: known }, 'success', 'The authenticator protects this account now.'), {
      kind: 'make-recovery-codes',
    });
  }
  // An authenticator that waits too long for its first code is forgotten by the server.
  if (result.failure.code === 'refused' && result.failure.reason === 'mfa_factor_not_found') {
    return start(say(state, 'warning', 'That picture is too old. Here is a new one.'), { kind: 'start-enrolment' });
  }
  const refused = say(state, 'failure', refusalText(result.failure, 'code'));
  return stayAt(refused, hasEnded(result.failure) ? { kind: 'sign-in-email' } : step);
}

function recoveryCodesMade(state: TerminalState, result: Answer<readonly string[]>): Transition {
  if (result.ok) {
    const words = 'Ten recovery codes. Each replaces one authenticator code, once. This is the only time they are shown.';
    return stayAt(say(state, 'warning', words), { kind: 'recovery-codes', codes: result.value });
  }
  // The authenticator works; the codes are a comfort that must not lock anyone out.
  return enter(say(state, 'failure', refusalText(result.failure, 'recovery-codes')), 'totp');
}

function entered(state: TerminalState, result: Answer<undefined>): Transition {
  if (result.ok) {
    const granted = say(state, 'success', 'Access granted.');
    return { state: { ...granted, step: { kind: 'leaving' }, waiting: true }, effects: [{ kind: 'leave', path: state.nextPath }] };
  }
  if (!hasEnded(result.failure)) return stayAt(say(state, 'failure', refusalText(result.failure, 'session')), { kind: 'resume' });
  if (state.standing?.assurance === 'no-authenticator') return askGrant(state);
  return stayAt(say(state, 'failure', 'Access refused.'), { kind: 'command' });
}

function hasEnded(failure: BackendFailure): boolean {
  return failure.code === 'unauthorized';
}
