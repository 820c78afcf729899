import { fail, type Result } from '@castellan/foundation/result';
import { enterSession } from '../../domains/session/enter-session.ts';
import { verifyPasskey } from '../../domains/session/passkey-factor.ts';
import { readStanding, type SessionStanding } from '../../domains/session/session-standing.ts';
import {
  createOwner,
  grantEnrolment,
  makeRecoveryCodes,
  signInWithPassword,
  startEnrolment,
  verifyCode,
} from '../../domains/session/sign-in.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { takeOutcome } from './settled-effect.ts';
import type { Settle, TerminalEffect, TerminalOutcome } from './terminal-state.ts';

/** Carries out what the terminal wants of the backend. Loaded when first needed: the page is drawn without it. */
export async function runTerminalEffect(effect: BackendEffect): Promise<Settle> {
  const outcome = await outcomeOf(effect);
  return (state) => takeOutcome(state, outcome);
}

type BackendEffect = Exclude<TerminalEffect, { readonly kind: 'leave' }>;

async function outcomeOf(effect: BackendEffect): Promise<TerminalOutcome> {
  const { kind } = effect;
  switch (kind) {
    case 'find-session':
      return { kind, result: await readStanding() };
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

async function signIn(email: string, password: string): Promise<Result<SessionStanding, BackendFailure>> {
  const signedIn = await signInWithPassword(email, password);
  if (!signedIn.ok) return signedIn;
  const standing = await readStanding();
  if (!standing.ok) return standing;
  return standing.value === undefined ? fail({ code: 'unauthorized' }) : { ok: true, value: standing.value };
}
