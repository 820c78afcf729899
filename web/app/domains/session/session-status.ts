import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askAuth } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { hasStoredSession } from '../../lib/stored-session.ts';
import type { SessionLife } from './guard-decision.ts';

/** How far a live session got: `code-wanted` still needs the authenticator or a passkey, `no-authenticator` belongs to an account without one. */
export type SessionStatus = {
  readonly email: string;
  readonly assurance: 'full' | 'code-wanted' | 'no-authenticator';
  /** The authenticator to ask a code of, where one is verified. */
  readonly factorId: string | undefined;
  /** One of the passkeys to ask for, where one is verified: any of them may answer. */
  readonly passkeyId: string | undefined;
};

const userSchema = z.object({
  user: z.object({
    email: z.string(),
    factors: z._default(z.array(z.object({ id: z.string(), factor_type: z.string(), status: z.string() })), []),
  }),
});
const levelSchema = z.object({ currentLevel: z.nullable(z.string()) });

/** Asks the server whether this browser's session is live and how far it got; `undefined` where there is none. */
export async function readSessionStatus(): Promise<Result<SessionStatus | undefined, BackendFailure>> {
  if (!hasStoredSession()) return succeed(undefined);
  const asked = await askAuth((auth) => auth.getUser(), userSchema);
  if (!asked.ok) return asked.failure.code === 'unauthorized' ? succeed(undefined) : asked;
  const level = await askAuth((auth) => auth.mfa.getAuthenticatorAssuranceLevel(), levelSchema);
  if (!level.ok) return level;
  return succeed(classifySession(asked.value.user, level.value.currentLevel));
}

/** How far a session got, from the account's factors and the session's own level. */
export function classifySession(user: z.infer<typeof userSchema>['user'], level: string | null): SessionStatus {
  const verified = (type: string) => user.factors.find((factor) => factor.factor_type === type && factor.status === 'verified')?.id;
  const [factorId, passkeyId] = [verified('totp'), verified('webauthn')];
  const isProtected = factorId !== undefined || passkeyId !== undefined;
  const assurance = level === 'aal2' ? 'full' : isProtected ? 'code-wanted' : 'no-authenticator';
  return { email: user.email, assurance, factorId, passkeyId };
}

/** What the guard needs to know: a session that still wants its code is none. */
export function lifeOf(status: Result<SessionStatus | undefined, BackendFailure>): SessionLife {
  if (!status.ok) return 'unknown';
  return status.value === undefined || status.value.assurance === 'code-wanted' ? 'none' : 'live';
}
