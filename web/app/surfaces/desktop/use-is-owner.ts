import { useSyncExternalStore } from 'react';
import { terminalCompleted } from '../../domains/session/session-flags.ts';

/** Whether the owner came through the terminal in this tab, in a window too. What is offered follows it; what opens, each gate decides. */
export function useIsOwner(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => terminalCompleted.read() === true,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const stop = terminalCompleted.subscribe(listener);
  // The windows share this tab's storage: a sign-in within one of them is told here.
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}
