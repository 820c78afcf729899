import type { SessionStanding } from '../../domains/session/session-standing.ts';
import { type AccessMethod, say, start, stayAt, type TerminalState, type Transition } from './terminal-state.ts';

/** Greets whoever has no session. */
export function welcomeVisitor(state: TerminalState): Transition {
  if (state.setupSecret === undefined)
    return stayAt(say(state, 'plain', 'Type login to sign in, help for every command.'), { kind: 'command' });
  return stayAt(say(state, 'plain', ...setupWords), { kind: 'setup-email', secret: state.setupSecret });
}

const setupWords = [
  'Welcome. This house has no owner yet, and this link makes you the one.',
  'Choose the e-mail address and password that you will sign in with. Esc ends the dialogue at any point.',
];

/** Goes in: the flag, the log row, then the page that was wanted. */
export function enter(state: TerminalState, method: AccessMethod): Transition {
  return start(say(state, 'muted', 'Opening …'), { kind: 'enter', method });
}

/** Goes on from a session as far as it got: in, to its code, or to the offer of an authenticator. */
export function goOnFrom(state: TerminalState, standing: SessionStanding, method: AccessMethod): Transition {
  const known = { ...state, standing };
  if (standing.assurance === 'full') return enter(known, method);
  if (standing.assurance === 'code-wanted') return askCode(known, standing);
  return offerEnrolment(say(known, 'plain', 'No authenticator protects this account yet.'));
}

/** Asks for the code or the passkey that a session still wants. */
export function askCode(state: TerminalState, { factorId, passkeyId, email }: SessionStanding): Transition {
  const texts = [
    ...(factorId === undefined ? [] : ['Type the six digits that your authenticator shows, or a recovery code.']),
    ...(passkeyId === undefined
      ? []
      : [`Type passkey to use a passkey${factorId === undefined ? ', or type a recovery code.' : ' instead.'}`]),
  ];
  const method = factorId === undefined ? 'recovery_code' : 'totp';
  return stayAt(say(state, 'plain', ...texts), { kind: 'code', factorId, passkeyId, email, method });
}

/** Asks whether to add an authenticator. */
export function offerEnrolment(state: TerminalState): Transition {
  const words = [
    'Type enrol to add one now, or later to go on with the password alone.',
    'Until there is one, whoever has the password has the house.',
  ];
  return stayAt(say(state, 'plain', ...words), { kind: 'enrol-offer' });
}

/** Goes in without an authenticator, having said what that means. */
export function finishEnrolmentLater(state: TerminalState): Transition {
  const text = 'Until there is one, whoever has the password has the house. Type enrol here at any time.';
  return enter(say(state, 'warning', text), 'password');
}
