import { createSignal } from '../../lib/store.ts';
import { openTerminal, reduceTerminal, startingState, stayUnreached } from './sign-in-reducer.ts';
import type { Settle, TerminalEffect, TerminalEvent, TerminalState, Transition } from './sign-in-state.ts';

/** What carries out effects; leaving the page is its own, since nothing comes back from it. */
export type TerminalPorts = {
  readonly run: (effect: Exclude<TerminalEffect, { readonly kind: 'leave' }>) => Promise<Settle>;
  readonly leave: (path: string) => void;
};

/** The terminal while it is on screen. */
export type TerminalStore = {
  readonly read: () => TerminalState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts it; the function returned stops it: what is still under way then changes nothing any more. */
  readonly open: (opened: Parameters<typeof openTerminal>[0], ports: TerminalPorts) => () => void;
  readonly send: (event: TerminalEvent) => void;
};

/** Makes a terminal that has not been opened. */
export function createTerminalStore(): TerminalStore {
  let state = startingState;
  let ports: TerminalPorts | undefined;
  const changes = createSignal();

  const apply = ({ state: next, effects }: Transition) => {
    state = next;
    changes.tell();
    for (const effect of effects) void perform(effect, ports);
  };
  const perform = async (effect: TerminalEffect, openedWith: TerminalPorts | undefined) => {
    if (effect.kind === 'leave') return openedWith?.leave(effect.path);
    // Code that could not be loaded is a backend out of reach, to the one who waits.
    const settle = await openedWith?.run(effect).catch(() => stayUnreached);
    if (settle !== undefined && ports === openedWith) apply(settle(state));
  };

  return {
    read: () => state,
    subscribe: changes.subscribe,
    open: (opened, wanted) => {
      ports = wanted;
      // Codes that are shown once outlast a link that is pasted over them: they are to be stored first.
      apply(state.step.kind === 'recovery-codes' ? reduceTerminal(state, { kind: 'cancelled' }) : openTerminal(opened));
      return () => {
        // Opened again meanwhile, it goes on.
        if (ports === wanted) ports = undefined;
      };
    },
    send: (event) => apply(reduceTerminal(state, event)),
  };
}
