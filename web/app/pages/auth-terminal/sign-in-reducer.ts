import type { SessionStatus } from '../../domains/session/session-status.ts';
import { emptyHistory, remember } from '../../ui/terminal/command-history.ts';
import {
  type AccessMethod,
  type CodeStep,
  commandPrompt,
  echo,
  type Step,
  say,
  start,
  stayAt,
  type TerminalEvent,
  type TerminalState,
  type Transition,
} from './sign-in-state.ts';
import { type CommandName, parseCommand, terminalCommands } from './terminal-command.ts';

/** The page where the owner arrives who did not ask for another. */
export const homePath = '/dashboard';

/** The terminal before anything happened, as the server draws it too. */
export const startingState: TerminalState = {
  step: { kind: 'starting' },
  waiting: true,
  lines: [{ id: 0, tone: 'muted', text: 'Authentication terminal' }],
  lineCount: 1,
  history: emptyHistory,
  nextPath: homePath,
  setupSecret: undefined,
  isOwnerless: false,
  status: undefined,
  isHosted: false,
};

/**
 * Opens the terminal: uses a device link up, looks for a live session, and remembers the setup link and where the owner wanted
 * to go.
 */
export function openTerminal(opened: {
  readonly setupSecret: string | undefined;
  readonly deviceSecret?: string | undefined;
  readonly nextPath: string | undefined;
  readonly isHosted?: boolean;
}): Transition {
  const { setupSecret, nextPath = homePath, isHosted = false } = opened;
  const state = { ...startingState, setupSecret, nextPath, isHosted };
  const greeted = opened.nextPath === undefined ? state : say(state, 'muted', `Sign in to go to ${opened.nextPath}`);
  if (opened.deviceSecret !== undefined) return start(greeted, { kind: 'allow-device', secret: opened.deviceSecret });
  return start(greeted, { kind: 'find-session' });
}

/** What an event makes of a state, and what it wants done outside. How an effect ends is told by what carried it out. */
export function reduceTerminal(state: TerminalState, event: TerminalEvent): Transition {
  switch (event.kind) {
    case 'typed':
      return state.waiting ? { state, effects: [] } : takeLine(state, event.text);
    case 'cancelled':
      return cancel(state);
  }
}

// What is under way at the server cannot be called back; it ends by itself, at the latest by its own time limit.
function cancel(state: TerminalState): Transition {
  const { step } = state;
  if (state.waiting || step.kind === 'command' || step.kind === 'resume') return { state, effects: [] };
  if (step.kind === 'recovery-codes') {
    return { state: say(state, 'warning', 'These codes are shown this once only. Store them, then type stored.'), effects: [] };
  }
  if (step.kind === 'enrol-offer' || step.kind === 'enrol-code') {
    const words = 'Cancelled. Type enrol to start again, or press Enter to continue without an authenticator.';
    return stayAt(say(state, 'muted', words), { kind: 'resume' });
  }
  const again = step.kind.startsWith('setup') ? 'setup' : 'login';
  return stayAt(say(state, 'muted', `Cancelled. Type ${again} to begin again.`), { kind: 'command' });
}

/** What an effect does whose code could not be loaded: nothing happened, and the same can be asked again. */
export function stayUnreached(state: TerminalState): Transition {
  const step: Step = state.step.kind === 'starting' ? { kind: 'command' } : state.step;
  return stayAt(say(state, 'failure', 'The server does not answer. Try again in a moment.'), step);
}

/** Whether the present step is a command line, where Tab and the arrow keys have their terminal meaning. */
export function takesCommands(state: TerminalState): boolean {
  return !state.waiting && (state.step.kind === 'command' || state.step.kind === 'resume');
}

const hidden = '(not shown)';

/** What a submitted line does in the present step. */
function takeLine(state: TerminalState, text: string): Transition {
  const { step } = state;
  switch (step.kind) {
    case 'starting':
    case 'leaving':
      return { state, effects: [] };
    case 'command':
    case 'resume':
      return takeCommand(state, text);
    case 'setup-email':
    case 'sign-in-email':
      return takeEmail(state, step, text.trim());
    case 'setup-password':
      return takeNewPassword(state, step, text);
    case 'setup-repeat':
      return takeRepeat(state, step, text);
    case 'sign-in-password':
      return takePassword(state, step, text);
    case 'code':
      return takeCode(state, step, text.trim());
    case 'enrol-offer':
      return takeOffer(state, text.trim().toLowerCase());
    case 'enrol-grant':
      return takeGrant(state, text.trim());
    case 'enrol-code':
      return takeFirstCode(state, step, text.trim());
    case 'recovery-codes':
      return takeStored(state, text.trim().toLowerCase());
  }
}

type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;

function takeCommand(state: TerminalState, text: string): Transition {
  const typed = parseCommand(text);
  if (typed.kind === 'empty') return state.step.kind === 'resume' ? enter(state, 'session') : { state, effects: [] };
  if (typed.kind === 'unknown') {
    // Not repeated: it may be a password typed into the wrong field.
    return { state: say(state, 'failure', 'That is not a command. Type help for the list.'), effects: [] };
  }
  const echoed = { ...echo(state, commandPrompt, typed.name), history: remember(state.history, typed.name) };
  return runCommand(echoed, typed.name);
}

function runCommand(state: TerminalState, name: CommandName): Transition {
  switch (name) {
    case 'login':
      return stayAt(state, { kind: 'sign-in-email' });
    case 'setup':
      return beginSetup(state);
    case 'enrol':
      return beginEnrolment(state);
    case 'history':
      return {
        state: say(state, 'plain', ...state.history.lines.map((line, index) => `${String(index + 1).padStart(3)}  ${line}`)),
        effects: [],
      };
    case 'clear':
      return { state: { ...state, lines: [] }, effects: [] };
    case 'help': {
      const list = terminalCommands.map((command) => `${command.name.padEnd(9)} ${command.summary}`);
      return { state: say(state, 'plain', ...list, keysHelp), effects: [] };
    }
  }
}

const keysHelp = 'Tab completes a command, the arrow keys bring back earlier ones, Esc or Ctrl+C ends a dialogue.';

function beginSetup(state: TerminalState): Transition {
  if (state.setupSecret !== undefined) return stayAt(state, { kind: 'setup-email', secret: state.setupSecret });
  return { state: say(state, 'plain', ...setupLinkWords), effects: [] };
}

function beginEnrolment(state: TerminalState): Transition {
  if (state.status === undefined) return { state: say(state, 'plain', 'Sign in first: type login.'), effects: [] };
  // A passkey alone leaves room for an authenticator beside it.
  const wantsOne = state.status.assurance !== 'code-wanted' && state.status.factorId === undefined;
  if (wantsOne) return start(state, { kind: 'start-enrolment' });
  return { state: say(state, 'plain', 'An authenticator protects this account already.'), effects: [] };
}

function takeEmail(state: TerminalState, step: StepOf<'setup-email' | 'sign-in-email'>, email: string): Transition {
  if (email === '') return { state, effects: [] };
  const echoed = echo(state, 'e-mail:', email);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return stayAt(say(echoed, 'failure', 'That is not an e-mail address.'), step);
  if (step.kind === 'sign-in-email') return stayAt(echoed, { kind: 'sign-in-password', email });
  return stayAt(echoed, { kind: 'setup-password', secret: step.secret, email });
}

// A password is taken as it was typed: spaces at its ends belong to it.
function takeNewPassword(state: TerminalState, step: StepOf<'setup-password'>, password: string): Transition {
  if (password === '') return { state, effects: [] };
  const echoed = echo(state, 'password:', hidden);
  if ([...password].length < 12) return stayAt(say(echoed, 'failure', 'Use at least 12 characters.'), step);
  return stayAt(echoed, { ...step, kind: 'setup-repeat', password });
}

function takeRepeat(state: TerminalState, step: StepOf<'setup-repeat'>, password: string): Transition {
  if (password === '') return { state, effects: [] };
  const { secret, email } = step;
  const echoed = echo(state, 'again:', hidden);
  if (password !== step.password)
    return stayAt(say(echoed, 'failure', 'Passwords do not match.'), { kind: 'setup-password', secret, email });
  return start(say(echoed, 'muted', 'Making you the owner …'), { kind: 'create-owner', secret, email, password });
}

function takePassword(state: TerminalState, { email }: StepOf<'sign-in-password'>, password: string): Transition {
  if (password === '') return { state, effects: [] };
  return start(say(echo(state, 'password:', hidden), 'muted', 'Checking …'), { kind: 'sign-in', email, password });
}

function takeCode(state: TerminalState, step: StepOf<'code'>, text: string): Transition {
  const word = text.toLowerCase();
  if (word === '') return { state, effects: [] };
  const { factorId, passkeyId } = step;
  const prompt = step.method === 'totp' ? 'code:' : 'recovery code:';
  if (word === 'recovery' && !state.isHosted) return stayAt(state, { ...step, method: 'recovery_code' });
  if (word === 'authenticator' && factorId !== undefined) return stayAt(state, { ...step, method: 'totp' });
  if (word === 'passkey' && passkeyId !== undefined) {
    return start(say(echo(state, prompt, word), 'muted', 'Your browser asks for the passkey …'), {
      kind: 'verify-passkey',
      factorId: passkeyId,
    });
  }
  const code = parseCode(text);
  const echoed = echo(state, prompt, hidden);
  const isTaken = code !== undefined && (code.length === 6 ? factorId !== undefined : !state.isHosted);
  if (!isTaken) {
    if (state.isHosted && factorId === undefined) return askCode(echoed, step);
    const wanted =
      step.method === 'totp' ? 'Please enter a 6-digit code.' : 'A recovery code has ten letters and digits, like ABCDE-23456.';
    return stayAt(say(echoed, 'failure', wanted), step);
  }
  const method = code.length === 6 ? 'totp' : 'recovery_code';
  // A recovery code is taken by whichever factor there is.
  return start({ ...echoed, step: { ...step, method } }, { kind: 'verify-code', factorId: factorId ?? passkeyId ?? '', code });
}

function takeOffer(state: TerminalState, word: string): Transition {
  if (word === 'later') return enter(echo(state, 'authenticator:', word), 'password');
  if (word === 'enrol') return start(echo(state, 'authenticator:', word), { kind: 'start-enrolment' });
  return offerEnrolment(state);
}

function takeGrant(state: TerminalState, secret: string): Transition {
  if (secret === '') return { state, effects: [] };
  return start(echo(state, 'one-time secret:', hidden), { kind: 'grant-enrolment', secret });
}

function takeFirstCode(state: TerminalState, step: StepOf<'enrol-code'>, text: string): Transition {
  const word = text.toLowerCase();
  if (word === '') return { state, effects: [] };
  if (word === 'secret') return stayAt(state, { ...step, secretShown: !step.secretShown });
  if (word === 'later') return finishEnrolmentLater(echo(state, 'code:', word));
  const code = parseCode(text);
  const echoed = echo(state, 'code:', hidden);
  if (code?.length !== 6) return stayAt(say(echoed, 'failure', 'Please enter a 6-digit code.'), step);
  return start(echoed, { kind: 'confirm-enrolment', factorId: step.enrolment.factorId, code });
}

function takeStored(state: TerminalState, word: string): Transition {
  if (word === 'stored') return enter(say(echo(state, 'recovery codes:', word), 'muted', 'They will not be shown again.'), 'totp');
  const text = 'Copy or download the codes first, then type stored. They are shown this once only.';
  return { state: say(state, 'warning', text), effects: [] };
}

/** Reads six digits, or the ten letters and digits of a recovery code, without the spaces and hyphens people put in. */
function parseCode(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  return /^(?:\d{6}|[A-Z2-7]{10})$/.test(bare) ? bare : undefined;
}

/** Greets whoever has no session. */
export function welcomeVisitor(state: TerminalState): Transition {
  if (state.setupSecret === undefined) {
    const greeted = stayAt(say(state, 'plain', 'Type login to sign in, help for every command.'), { kind: 'command' });
    return { ...greeted, effects: [{ kind: 'ask-ownership' }] };
  }
  return stayAt(say(state, 'plain', ...setupWords), { kind: 'setup-email', secret: state.setupSecret });
}

/** Where the setup link is to be had. */
const setupLinkWords = [
  'Setup starts with the link that the server prints when it has no owner yet. Look in the window or the log that it started in, and open the link in this browser.',
  'The link works once, for 30 minutes. Restart the server to print a new one.',
];

/** Adds to what is there that nobody owns this site, whatever the terminal is doing meanwhile. */
export function meetNewcomer(state: TerminalState): Transition {
  const told = say(state, 'warning', 'This site has no owner yet: nobody can sign in.');
  return { state: { ...say(told, 'plain', ...setupLinkWords), isOwnerless: true }, effects: [] };
}

const setupWords = [
  'Welcome. This app has no owner yet, and this link makes you its owner.',
  'Choose the e-mail address and password that you will sign in with. Esc ends the dialogue at any point.',
];

/** Goes in: the flag, the log row, then the page that was wanted. */
export function enter(state: TerminalState, method: AccessMethod): Transition {
  return start(say(state, 'muted', 'Opening …'), { kind: 'enter', method });
}

/** Goes on from a session as far as it got: in, to its code, or to the offer of an authenticator. */
export function goOnFrom(state: TerminalState, status: SessionStatus, method: AccessMethod): Transition {
  const known = { ...state, status };
  if (status.assurance === 'full') return enter(known, method);
  if (status.assurance === 'code-wanted') return askCode(known, status);
  return offerEnrolment(say(known, 'plain', 'No authenticator protects this account yet.'));
}

/** Asks for the code or the passkey that a session still wants. */
export function askCode(state: TerminalState, { factorId, passkeyId, email }: Omit<CodeStep, 'kind' | 'method'>): Transition {
  const orRecovery = state.isHosted ? '' : ', or a recovery code';
  const texts = [
    ...(factorId === undefined ? [] : [`Type the six digits that your authenticator shows${orRecovery}.`]),
    ...(passkeyId === undefined ? [] : [`Type passkey to use a passkey${factorId === undefined ? orRecovery : ' instead'}.`]),
  ];
  const method = factorId === undefined && !state.isHosted ? 'recovery_code' : 'totp';
  return stayAt(say(state, 'plain', ...texts), { kind: 'code', factorId, passkeyId, email, method });
}

/** Asks whether to add an authenticator. */
export function offerEnrolment(state: TerminalState): Transition {
  const words = [
    'Type enrol to add one now, or later to continue with the password alone.',
    'Until there is one, the password alone opens everything.',
  ];
  return stayAt(say(state, 'plain', ...words), { kind: 'enrol-offer' });
}

/** Goes in without an authenticator, having said what that means. */
function finishEnrolmentLater(state: TerminalState): Transition {
  const text = 'Until there is one, the password alone opens everything. Type enrol here at any time.';
  return enter(say(state, 'warning', text), 'password');
}
