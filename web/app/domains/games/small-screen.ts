import { type RefObject, useLayoutEffect, useRef } from 'react';

/** On a screen like this the field takes all of it while a game is played; games.css asks the same. */
const small = '(width < 48rem), (height < 30rem)';

/** Whether the field fills the screen while it is played, and its box at any time. */
export function isSmallScreen(): boolean {
  return window.matchMedia(small).matches;
}

/**
 * Where the page stood before the field filled the screen, it stands again, with the board in sight and, where it was lost with a button
 * that is gone, the focus on the board.
 */
export function useReturnToPage(isPlaying: boolean, board: RefObject<HTMLElement | null>): void {
  const scrolledTo = useRef(0);
  useLayoutEffect(() => {
    if (!isPlaying || !isSmallScreen()) return undefined;
    scrolledTo.current = window.scrollY;
    return () => {
      window.scrollTo({ top: scrolledTo.current, behavior: 'instant' });
      const left = board.current;
      left?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (document.activeElement === null || document.activeElement === document.body) left?.focus({ preventScroll: true });
    };
  }, [isPlaying, board]);
}
