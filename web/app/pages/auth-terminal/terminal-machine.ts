import { emptyHistory } from '../../ui/terminal/command-history.ts';
import { type Step, say, start, stayAt, type TerminalEvent, type TerminalState, type Transition } from './terminal-state.ts';
import { takeLine } from './typed-line.ts';

/** The page where the owner arrives who did not ask for another. */
export const homePath = '/dashboard';

/** The terminal before anything happened, as the server draws it too. */
export const startingState: TerminalState = {
  step: { kind: 'starting' },
  waiting: true,
  lines: [{ id: 0, tone: 'muted', text: 'Castellan authentication terminal' }],
  lineCount: 1,
  history: emptyHistory,
  nextPath: homePath,
  setupSecret: undefined,
  standing: undefined,
};

/** Opens the terminal: looks for a live session, and remembers the setup link and where the owner wanted to go. */
export function openTerminal(opened: { readonly setupSecret: string | undefined; readonly nextPath: string | undefined }): Transition {
  const { setupSecret, nextPath = homePath } = opened;
  const state = { ...startingState, setupSecret, nextPath };
  const greeted = opened.nextPath === undefined ? state : say(state, 'muted', `Sign in to go to ${opened.nextPath}`);
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
    const words = 'Cancelled. Type enrol to begin again, or press Enter to go on without an authenticator.';
    return stayAt(say(state, 'muted', words), { kind: 'resume' });
  }
  const again = step.kind.startsWith('setup') ? 'setup' : 'login';
  return stayAt(say(state, 'muted', `Cancelled. Type ${again} to begin again.`), { kind: 'command' });
}

/** What an effect does whose code could not be loaded: nothing happened, and the same can be asked again. */
export function stayUnreached(state: TerminalState): Transition {
  const step: Step = state.step.kind === 'starting' ? { kind: 'command' } : state.step;
  return stayAt(say(state, 'failure', 'The backend does not answer. Try again in a moment.'), step);
}

/** Whether the present step is a command line, where Tab and the arrow keys have their terminal meaning. */
export function takesCommands(state: TerminalState): boolean {
  return !state.waiting && (state.step.kind === 'command' || state.step.kind === 'resume');
}
