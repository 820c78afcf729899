import type { Timer } from '../../../web/app/lib/clock.ts';

/** Whether the page is seen, and news of that. */
type Visibility = { readonly isHidden: () => boolean; readonly watch: (listener: () => void) => () => void };

/** Tells of each full `everyMs` while the page is seen, and at once when it is seen again; a hidden page sleeps. Returns the way to stop. */
export function startTicker(everyMs: number, timer: Timer, visibility: Visibility, tell: () => void): () => void {
  let callOff = () => {};
  const plan = () => {
    callOff = timer.after(everyMs - (timer.nowMs() % everyMs), () => {
      tell();
      plan();
    });
  };
  if (!visibility.isHidden()) plan();
  const stopWatching = visibility.watch(() => {
    callOff();
    callOff = () => {};
    if (visibility.isHidden()) return;
    tell();
    plan();
  });
  return () => {
    callOff();
    stopWatching();
  };
}

/** The document's own. */
export const documentVisibility: Visibility = {
  isHidden: () => document.visibilityState === 'hidden',
  watch: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
