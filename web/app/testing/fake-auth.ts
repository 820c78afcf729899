import { sessionStorageKey } from '../lib/stored-session.ts';
import type { Answer, Call } from './call.ts';
import type { FakeBackend } from './fake-backend.ts';

/** One thing that the account can prove itself with. */
export type Factor = {
  readonly id: string;
  readonly factor_type: 'totp' | 'webauthn';
  readonly status: 'verified';
  readonly friendly_name?: string;
};

/** The codes that the service takes, of an authenticator and of the paper. */
export const rightCode = '123456';
export const rightRecoveryCode = 'ABCDE-23456';

/** What a new authenticator would hold, in base32. */
export const authenticatorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The authenticator that every owner has. */
export const authenticator: Factor = { id: 'totp-1', factor_type: 'totp', status: 'verified' };
const refused = (code: string, status = 400): Answer => ({ status, json: { code, error_code: code, msg: code } });

/** The auth service in memory, with the owner's live session in this browser's storage. */
export type FakeAuth = {
  /** The codes that were given as proofs and taken. */
  readonly proven: readonly string[];
  /** Whether what was proven last is longer ago than five minutes; a proof ends it. */
  isStale: boolean;
  /** What was asked of the account's password and address, and done. */
  readonly changes: readonly unknown[];
};

/** Signs the owner in at the second level, before the component asks; the session lives for an hour. */
export function signInAsOwner(backend: FakeBackend, factorsNow: () => readonly Factor[] = () => [authenticator]): FakeAuth {
  const proven: string[] = [];
  const auth = { proven, isStale: false, changes: [] as unknown[] };
  const user = { id: 'd9428888-122b-4f3c-9d0a-111111111111', aud: 'authenticated', email: 'ada@castellan.test' };
  const userNow = () => ({ ...user, factors: factorsNow() });
  const session = makeSession(userNow());
  localStorage.setItem(sessionStorageKey, JSON.stringify(session));
  sessionStorage.setItem('auth_terminal_completed', 'true');
  backend.on('GET /auth/v1/user', () => ({ json: userNow() }));
  backend.on('PUT /auth/v1/user', ({ body }) => {
    if (auth.isStale) return refused('reauthentication_needed');
    auth.changes.push(body);
    return { json: userNow() };
  });
  backend.on('DELETE /auth/v1/factors/', ({ path }) =>
    auth.isStale ? refused('reauthentication_needed') : { json: { id: path.split('/').at(-1) } },
  );
  backend.on('POST /auth/v1/logout', { status: 204 });
  backend.on('POST /auth/v1/recovery-codes', () =>
    auth.isStale ? refused('reauthentication_needed') : { json: { codes: Array.from({ length: 10 }, (_, index) => `ABCDE-2345${index}`) } },
  );
  backend.on('POST /auth/v1/factors', (call) => {
    if (call.path.endsWith('/challenge')) return { json: { id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 } };
    if (call.path.endsWith('/verify')) return verify(call);
    return auth.isStale ? refused('reauthentication_needed') : { json: enrolment };
  });
  const verify = (call: Call): Answer => {
    const code = typeof call.body === 'object' && call.body !== null && 'code' in call.body ? String(call.body.code) : '';
    if (code !== rightCode && code !== rightRecoveryCode) return refused('mfa_verification_failed', 422);
    proven.push(code);
    auth.isStale = false;
    return { json: session };
  };
  return auth;
}

const enrolment = {
  id: 'totp-2',
  type: 'totp',
  friendly_name: 'new',
  totp: { qr_code: '', secret: authenticatorSecret, uri: `otpauth://totp/Castellan:ada?secret=${authenticatorSecret}&issuer=Castellan` },
};

/** A session in the shape of the client's; its token is no secret and signed by nobody. */
function makeSession(user: { readonly id: string }) {
  const seconds = Math.floor(Date.now() / 1000);
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '');
  const claims = { sub: user.id, aal: 'aal2', amr: [{ method: 'totp', timestamp: seconds }], exp: seconds + 3600, session_id: 'session-1' };
  const access_token = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.${encode({ signature: 'none' })}`;
  return { access_token, refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600, expires_at: seconds + 3600, user };
}
