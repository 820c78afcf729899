import type { Button } from '@castellan/games/buttons';
import { type PointerEvent, useRef } from 'react';
import { followSwipe, type Swipe } from './follow-swipe.ts';

/** A finger that turns as it goes, on the field or around it; on a button it presses that. */
export function useSwipe(isOn: boolean, press: (button: Button) => void, release: (button: Button) => void) {
  const from = useRef<Swipe>(undefined);
  if (!isOn) return {};
  const place = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.target instanceof Element && event.target.closest('button') !== null ? undefined : place(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === undefined) return;
      const followed = followSwipe(from.current, place(event));
      from.current = followed.from;
      if (followed.turn === undefined) return;
      press(followed.turn);
      release(followed.turn);
    },
    onPointerUp: () => {
      from.current = undefined;
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}
