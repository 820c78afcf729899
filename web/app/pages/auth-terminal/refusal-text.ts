import { weakPasswordText } from '../../domains/session/weak-password-text.ts';
import { type BackendFailure, unreachableText } from '../../lib/backend-failure.ts';

/** What the terminal was asked to do when it was refused. */
export type Attempt = 'device' | 'session' | 'setup' | 'sign-in' | 'code' | 'passkey' | 'enrolment' | 'grant' | 'recovery-codes';

// Which part of a sign-in was wrong is nobody's business but the owner's.
const refusedTexts: Readonly<Record<Attempt, string>> = {
  device: 'This device link was refused.',
  session: 'The session could not be checked.',
  setup: 'The setup was refused.',
  'sign-in': 'Access refused.',
  code: 'The authentication code is incorrect.',
  passkey: 'The passkey was not accepted.',
  enrolment: 'The authenticator could not be added.',
  grant: 'This one-time secret is not valid.',
  'recovery-codes': 'Recovery codes could not be made.',
};

const reasonTexts: Readonly<Record<string, string>> = {
  setup_closed: 'This site already has an owner. Type login to sign in.',
  setup_secret_invalid: 'This setup link is no longer valid. Restart the server to print a new one.',
  device_secret_invalid: 'This device link is no longer valid. Print a new one on the server.',
  email_invalid: 'That is not an e-mail address the server accepts.',
  validation_failed: 'The server did not accept these answers.',
  email_exists: 'That e-mail address is taken.',
  mfa_code_already_used: 'That code was used already. Wait for the next one.',
  mfa_challenge_expired: 'That took too long. Type the current code.',
  enrolment_secret_invalid: 'This one-time secret is no longer valid. Print a new one on the server.',
  reauthentication_needed: 'That needs a fresh code. Type login and sign in again.',
};

/** What a hosted project does not know, and what takes its place. */
export const hostedTexts = {
  'recovery-codes':
    'This backend has no recovery codes. Add a passkey to sign in without the authenticator. The project’s dashboard removes a lost authenticator.',
  device: 'This backend knows no device links. Sign in as usual.',
  grant: 'This backend takes no one-time secrets. The project’s dashboard removes a lost authenticator.',
} as const satisfies Partial<Record<Attempt, string>>;

const notWithAProject: Partial<Readonly<Record<Attempt, string>>> = hostedTexts;

// Where a passkey was asked for, no code is.
const passkeyTexts: Readonly<Record<string, string>> = {
  mfa_challenge_expired: 'That took too long. Type passkey to try again.',
  mfa_webauthn_verify_not_enabled: 'Passkeys are turned off at the backend. Type a code instead.',
};

/** Says in one sentence why something did not work, from our own words only: never the server's text. */
export function refusalText(failure: BackendFailure, attempt: Attempt): string {
  switch (failure.code) {
    case 'backend_unreachable':
      return `${unreachableText(failure)} Try again in a moment.`;
    case 'rate_limited':
      return `Too many attempts. Wait ${waitText(failure.retryAfterSeconds)}, then try again.`;
    case 'unauthorized':
      return attempt === 'sign-in' ? refusedTexts[attempt] : 'The session has ended. Type login to sign in again.';
    case 'answer_unreadable':
      return 'The server sent an unexpected answer. Reload the page: there may be a newer version.';
    case 'refused':
      if (failure.reason === 'not_with_a_project') return notWithAProject[attempt] ?? refusedTexts[attempt];
      return failure.reason === 'weak_password'
        ? weakPasswordText(failure.details)
        : ((attempt === 'passkey' ? passkeyTexts : reasonTexts)[failure.reason] ?? refusedTexts[attempt]);
  }
}

/**
 * What can be done about a refusal, one sentence a line; nothing where its own text says so already. The same for every account
 * and for none, so that it tells a stranger nothing.
 */
export function refusalHelp(failure: BackendFailure, attempt: 'sign-in' | 'code', isHosted = false): readonly string[] {
  const { signInHelp, codeHelp } = isHosted ? helpOfProject : helpOfOwn;
  const isPlain = failure.code === 'refused' && reasonTexts[failure.reason] === undefined;
  if (attempt === 'code') return isPlain ? codeHelp : [];
  return isPlain || failure.code === 'unauthorized' ? signInHelp : [];
}

const checkClock = 'It changes every 30 seconds: check the clock of the device that shows it.';

const helpOfOwn = {
  signInHelp: ['Wrong e-mail or password. Forgotten? Run npm run owner -- reset-password on the server.'],
  codeHelp: [checkClock, 'Authenticator lost? Type recovery, or run npm run owner -- remove-authenticator on the server.'],
};

const helpOfProject: typeof helpOfOwn = {
  signInHelp: ['Wrong e-mail or password. Forgotten? The project’s dashboard sets a new one.'],
  codeHelp: [checkClock, 'Authenticator lost? The project’s dashboard removes it. Then sign in and type enrol.'],
};

/** A waiting time in words: seconds up to two minutes, then whole minutes, rounded up. */
export function waitText(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
