import { fail, type Result } from '@castellan/foundation/result';
import { enterSession } from '../../domains/session/enter-session.ts';
import { type CeremonyFailure, verifyPasskey } from '../../domains/session/passkey-factor.ts';
import { readSessionStatus, type SessionStatus } from '../../domains/session/session-status.ts';
import {
  allowDevice,
  createOwner,
  type Enrolment,
  grantEnrolment,
  makeRecoveryCodes,
  signInWithPassword,
  startEnrolment,
  verifyCode,
} from '../../domains/session/sign-in.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { hostedTexts, refusalHelp, refusalText } from './refusal-text.ts';
import { askCode, enter, goOnFrom, meetNewcomer, offerEnrolment, welcomeVisitor } from './sign-in-reducer.ts';
import {
  type CodeStep,
  type Settle,
  say,
  start,
  stayAt,
  type TerminalEffect,
  type TerminalOutcome,
  type TerminalState,
  type Transition,
} from './sign-in-state.ts';

type Answer<Value> = Result<Value, BackendFailure>;

/** Carries out what the terminal wants of the backend. Loaded when first needed: the page is drawn without it. */
export async function runTerminalEffect(effect: BackendEffect): Promise<Settle> {
  const outcome = await outcomeOf(effect);
  return (state) => takeOutcome(state, outcome);
}

type BackendEffect = Exclude<TerminalEffect, { readonly kind: 'leave' | 'ask-ownership' }>;

async function outcomeOf(effect: BackendEffect): Promise<TerminalOutcome> {
  const { kind } = effect;
  switch (kind) {
    case 'allow-device':
      return { kind, result: await allowDevice(effect.secret) };
    case 'find-session':
      return { kind, result: await readSessionStatus() };
    case 'create-owner':
      return { kind, result: await createOwner({ secret: effect.secret, email: effect.email, password: effect.password }) };
    case 'sign-in':
      return { kind, result: await signIn(effect.email, effect.password) };
    case 'verify-code':
    case 'confirm-enrolment':
      return { kind, result: await verifyCode(effect.factorId, effect.code) };
    case 'verify-passkey':
      return { kind, result: await verifyPasskey(effect.factorId) };
    case 'grant-enrolment':
      return { kind, result: await grantEnrolment(effect.secret) };
    case 'start-enrolment':
      return { kind, result: await startEnrolment() };
    case 'make-recovery-codes':
      return { kind, result: await makeRecoveryCodes() };
    case 'enter':
      return { kind, result: await enterSession(effect.method) };
  }
}

async function signIn(email: string, password: string): Promise<Result<SessionStatus, BackendFailure>> {
  const signedIn = await signInWithPassword(email, password);
  if (!signedIn.ok) return signedIn;
  const status = await readSessionStatus();
  if (!status.ok) return status;
  return status.value === undefined ? fail({ code: 'unauthorized' }) : { ok: true, value: status.value };
}

/** What the end of an effect does. */
export function takeOutcome(waitingState: TerminalState, outcome: TerminalOutcome): Transition {
  const state = { ...waitingState, waiting: false };
  switch (outcome.kind) {
    case 'allow-device':
      return deviceAllowed(state, outcome.result);
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

function deviceAllowed(state: TerminalState, result: Answer<undefined>): Transition {
  const said = result.ok
    ? say(state, 'success', 'This browser is known now. Sign in as usual.')
    : say(state, 'warning', refusalText(result.failure, 'device'));
  return start(said, { kind: 'find-session' });
}

function sessionFound(state: TerminalState, result: Answer<SessionStatus | undefined>): Transition {
  // The holder of a setup link came to be the owner, whatever session an earlier life of this browser left behind.
  if (state.setupSecret !== undefined) return welcomeVisitor(state);
  if (!result.ok) return stayAt(say(state, 'warning', refusalText(result.failure, 'session')), { kind: 'command' });
  const status = result.value;
  if (status === undefined) return welcomeVisitor(state);
  const known = { ...state, status };
  if (status.assurance === 'code-wanted') return askCode(say(known, 'plain', `Enter the ${wanted(status)} for ${status.email}.`), status);
  const live = say(known, 'plain', `Session of ${status.email} is live. Press Enter to resume.`);
  const hint =
    status.assurance === 'full' ? 'Type login to sign in as someone else.' : 'It has no authenticator yet: type enrol to add one.';
  return stayAt(say(live, 'muted', hint), { kind: 'resume' });
}

const wanted = ({ factorId, passkeyId }: SessionStatus) =>
  passkeyId === undefined ? 'code' : factorId === undefined ? 'passkey' : 'code or passkey';

function ownerCreated(state: TerminalState, result: Answer<undefined>): Transition {
  const { step } = state;
  if (step.kind !== 'setup-repeat') return { state, effects: [] };
  const { secret, email, password } = step;
  if (result.ok) {
    const owner = say({ ...state, setupSecret: undefined }, 'success', 'You are the owner of this app.');
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

function signedIn(state: TerminalState, result: Answer<SessionStatus>): Transition {
  if (!result.ok) return stayAt(signInRefused(state, result.failure), { kind: 'sign-in-email' });
  // Whoever has just become the owner goes on to the authenticator: it is part of the setup.
  if (state.step.kind === 'setup-repeat' && result.value.assurance === 'no-authenticator') {
    const words = 'Now the authenticator, which protects this account beside the password.';
    return start(say({ ...state, status: result.value }, 'plain', words), { kind: 'start-enrolment' });
  }
  return goOnFrom(state, result.value, 'password');
}

function signInRefused(state: TerminalState, failure: BackendFailure): TerminalState {
  const said = say(state, 'failure', refusalText(failure, 'sign-in'));
  return state.isOwnerless ? meetNewcomer(said).state : say(said, 'muted', ...refusalHelp(failure, 'sign-in', state.isHosted));
}

function codeVerified(state: TerminalState, result: Answer<undefined>): Transition {
  const { step } = state;
  if (step.kind !== 'code') return { state, effects: [] };
  if (result.ok) {
    const accepted = step.method === 'totp' ? state : say(state, 'warning', 'That recovery code is used up now.');
    return enter({ ...accepted, status: fullStatus(step) }, step.method);
  }
  const refused = say(state, 'failure', refusalText(result.failure, 'code'));
  const helped = say(refused, 'muted', ...refusalHelp(result.failure, 'code', state.isHosted));
  return stayAt(helped, hasEnded(result.failure) ? { kind: 'sign-in-email' } : step);
}

function passkeyVerified(state: TerminalState, result: Result<undefined, BackendFailure | CeremonyFailure>): Transition {
  const { step } = state;
  if (step.kind !== 'code') return { state, effects: [] };
  if (result.ok) return enter({ ...state, status: fullStatus(step) }, 'passkey');
  const { failure } = result;
  const text = isCeremonyFailure(failure) ? ceremonyTexts[failure.code] : refusalText(failure, 'passkey');
  return stayAt(say(state, 'failure', text), !isCeremonyFailure(failure) && hasEnded(failure) ? { kind: 'sign-in-email' } : step);
}

const ceremonyTexts: Readonly<Record<CeremonyFailure['code'], string>> = {
  passkey_refused: 'The passkey prompt was cancelled.',
  passkey_unsupported: 'This browser knows no passkeys, or not at this address. Type a code instead.',
};

function isCeremonyFailure(failure: BackendFailure | CeremonyFailure): failure is CeremonyFailure {
  return failure.code in ceremonyTexts;
}

function fullStatus({ email, factorId, passkeyId }: CodeStep): SessionStatus {
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
  // A project lets whoever has the password enrol anew, once its dashboard removed the lost one.
  if (state.isHosted) return offerEnrolment(say(state, 'warning', 'Without an authenticator this account opens nothing any more.'));
  const words = [
    'This account had an authenticator, and it was removed on the machine.',
    'Type the one-time secret that was printed there to add a new one.',
  ];
  return stayAt(say(state, 'warning', ...words), { kind: 'enrol-grant' });
}

function enrolmentConfirmed(state: TerminalState, result: Answer<undefined>): Transition {
  const { step, status } = state;
  if (step.kind !== 'enrol-code') return { state, effects: [] };
  if (result.ok) {
    const known = status && { ...status, assurance: 'full' as const, factorId: step.enrolment.factorId };
    const protectedNow = say({ ...state, status: known }, 'success', 'The authenticator protects this account now.');
    if (state.isHosted) return enter(say(protectedNow, 'warning', hostedTexts['recovery-codes']), 'totp');
    return start(protectedNow, { kind: 'make-recovery-codes' });
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
  if (state.status?.assurance === 'no-authenticator') return askGrant(state);
  return stayAt(say(state, 'failure', 'Access refused.', 'Type login to sign in again.'), { kind: 'command' });
}

function hasEnded(failure: BackendFailure): boolean {
  return failure.code === 'unauthorized';
}
