import type { Result } from '@castellan/foundation/result';
import type { CeremonyFailure } from '../../domains/session/passkey-factor.ts';
import type { SessionStatus } from '../../domains/session/session-status.ts';
import type { Enrolment } from '../../domains/session/sign-in.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { CommandHistory } from '../../ui/terminal/command-history.ts';
import type { TextLine, TranscriptTone } from '../../ui/terminal/transcript.ts';

/** How somebody came in, for the log's metadata. */
export type AccessMethod = 'password' | 'totp' | 'passkey' | 'recovery_code' | 'session';

/** What the terminal waits for: a command, or the next answer of a dialogue with what the earlier answers were. */
export type Step =
  | { readonly kind: 'starting' }
  | { readonly kind: 'command' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'setup-email'; readonly secret: string }
  | { readonly kind: 'setup-password'; readonly secret: string; readonly email: string }
  | { readonly kind: 'setup-repeat'; readonly secret: string; readonly email: string; readonly password: string }
  | { readonly kind: 'sign-in-email' }
  | { readonly kind: 'sign-in-password'; readonly email: string }
  | CodeStep
  | { readonly kind: 'enrol-offer' }
  | { readonly kind: 'enrol-grant' }
  | { readonly kind: 'enrol-code'; readonly enrolment: Enrolment; readonly secretShown: boolean }
  | { readonly kind: 'recovery-codes'; readonly codes: readonly string[] }
  | { readonly kind: 'leaving' };

/** The second step of a sign-in: what may be typed is a code of the authenticator, a recovery code, or the wish for a passkey. */
export type CodeStep = Pick<SessionStatus, 'email' | 'factorId' | 'passkeyId'> & {
  readonly kind: 'code';
  readonly method: 'totp' | 'recovery_code';
};

/** Everything the terminal knows. Secrets live in `step` only, and go with it. */
export type TerminalState = {
  readonly step: Step;
  /** True while an effect is under way: nothing else is taken until it has settled. */
  readonly waiting: boolean;
  readonly lines: readonly TextLine[];
  readonly lineCount: number;
  readonly history: CommandHistory;
  /** Where the owner wanted to go. */
  readonly nextPath: string;
  /** The setup link's secret, until it is used up. */
  readonly setupSecret: string | undefined;
  /** The server said that nobody owns this site; false while it has not been asked, too. */
  readonly isOwnerless: boolean;
  readonly status: SessionStatus | undefined;
  /** Whether a hosted project signs in: it has no recovery codes, and takes no one-time secrets. */
  readonly isHosted: boolean;
};

/** What the terminal wants done outside, as data; the answer comes back as the outcome of the same name. */
export type TerminalEffect =
  | { readonly kind: 'allow-device'; readonly secret: string }
  | { readonly kind: 'find-session' }
  /** Asked beside whatever else goes on: nobody waits for the answer. */
  | { readonly kind: 'ask-ownership' }
  | { readonly kind: 'create-owner'; readonly secret: string; readonly email: string; readonly password: string }
  | { readonly kind: 'sign-in'; readonly email: string; readonly password: string }
  | { readonly kind: 'verify-code'; readonly factorId: string; readonly code: string }
  | { readonly kind: 'verify-passkey'; readonly factorId: string }
  | { readonly kind: 'grant-enrolment'; readonly secret: string }
  | { readonly kind: 'start-enrolment' }
  | { readonly kind: 'confirm-enrolment'; readonly factorId: string; readonly code: string }
  | { readonly kind: 'make-recovery-codes' }
  /** Sets the flag and writes the log row; `unauthorized` where the session is not the owner's full one. */
  | { readonly kind: 'enter'; readonly method: AccessMethod }
  | { readonly kind: 'leave'; readonly path: string };

type Answer<Value> = Result<Value, BackendFailure>;

/** How an effect ended; `leave` does not come back, and `ask-ownership` only adds to what is there. */
export type TerminalOutcome =
  | { readonly kind: 'allow-device'; readonly result: Answer<undefined> }
  | { readonly kind: 'find-session'; readonly result: Answer<SessionStatus | undefined> }
  | { readonly kind: 'create-owner'; readonly result: Answer<undefined> }
  | { readonly kind: 'sign-in'; readonly result: Answer<SessionStatus> }
  | { readonly kind: 'verify-code'; readonly result: Answer<undefined> }
  | { readonly kind: 'verify-passkey'; readonly result: Result<undefined, BackendFailure | CeremonyFailure> }
  | { readonly kind: 'grant-enrolment'; readonly result: Answer<undefined> }
  | { readonly kind: 'start-enrolment'; readonly result: Answer<Enrolment> }
  | { readonly kind: 'confirm-enrolment'; readonly result: Answer<undefined> }
  | { readonly kind: 'make-recovery-codes'; readonly result: Answer<readonly string[]> }
  | { readonly kind: 'enter'; readonly result: Answer<undefined> };

/** What happens to the terminal. */
export type TerminalEvent = { readonly kind: 'typed'; readonly text: string } | { readonly kind: 'cancelled' };

/** What the end of an effect makes of the state in which it ends. */
export type Settle = (state: TerminalState) => Transition;

/** The next state and what it wants done. */
export type Transition = { readonly state: TerminalState; readonly effects: readonly TerminalEffect[] };

/** The prompt of commands. */
export const commandPrompt = 'visitor:~$';

/** Adds lines of one tone to the transcript. */
export function say(state: TerminalState, tone: Exclude<TranscriptTone, 'echo'>, ...texts: readonly string[]): TerminalState {
  return texts.reduce((had, text) => addLine(had, { tone, text }), state);
}

/** Repeats an answer behind its prompt; a secret's line shows that there was one and nothing of it. */
export function echo(state: TerminalState, prompt: string, text: string): TerminalState {
  return addLine(state, { tone: 'echo', prompt, text });
}

/** Goes to a step and waits for a person there. */
export function stayAt(state: TerminalState, step: Step): Transition {
  return { state: { ...state, step, waiting: false }, effects: [] };
}

/** Starts an effect; the step stays until it has settled. */
export function start(state: TerminalState, effect: TerminalEffect): Transition {
  return { state: { ...state, waiting: true }, effects: [effect] };
}

function addLine(state: TerminalState, line: Omit<TextLine, 'id'>): TerminalState {
  return { ...state, lineCount: state.lineCount + 1, lines: [...state.lines, { ...line, id: state.lineCount }] };
}
