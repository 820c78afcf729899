import { type Button, buttons, type Input } from '@castellan/games/buttons';

/** Collects what is pressed between two steps, from keys, fingers and gamepads alike. */
export type PressedButtons = {
  readonly press: (button: Button) => void;
  readonly release: (button: Button) => void;
  /** The input of the next step. */
  readonly take: () => Input;
  /** Lets everything go. */
  readonly clear: () => void;
};

/** Presses that wait for their step; more than a hand makes in one. */
const maxWaiting = 4;

/**
 * `turns`: each press is the input of one step of its own, in order, so that none of two quick ones is lost.
 * `held`: whatever is down, and whatever went down since the step before, however shortly.
 */
export function createPressedButtons(kind: 'turns' | 'held'): PressedButtons {
  let held = 0;
  let tapped = 0;
  let waiting: readonly Input[] = [];
  return {
    press: (button) => {
      const bit = buttons[button];
      held |= bit;
      tapped |= bit;
      waiting = [...waiting, bit].slice(0, maxWaiting);
    },
    release: (button) => {
      held &= ~buttons[button];
    },
    take: () => {
      if (kind === 'turns') {
        const [next = 0, ...rest] = waiting;
        waiting = rest;
        return next;
      }
      const input = held | tapped;
      tapped = 0;
      return input;
    },
    clear: () => {
      held = 0;
      tapped = 0;
      waiting = [];
    },
  };
}
