import type { GameAction } from './game-keys.ts';

/** What is read of a gamepad in the standard layout (W3C Gamepad §8). */
export type GamepadReading = {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
};

/** A stick that rests is never quite in its middle. */
export const deadZone = 0.25;

const padButtons: readonly (readonly [index: number, action: GameAction])[] = [
  [0, 'strike'],
  [9, 'pause'],
  [12, 'up'],
  [13, 'down'],
  [14, 'left'],
  [15, 'right'],
];

/** What is pressed on a gamepad: its cross and buttons, and its left stick along the axis that it leans to most. */
export function readGamepad({ axes, buttons }: GamepadReading): readonly GameAction[] {
  const [x = 0, y = 0] = axes;
  const pressed = padButtons.filter(([index]) => buttons[index]?.pressed === true).map(([, action]) => action);
  return [...new Set([...pressed, ...leaning(x, y)])];
}

function leaning(x: number, y: number): readonly GameAction[] {
  if (Math.max(Math.abs(x), Math.abs(y)) < deadZone) return [];
  if (Math.abs(x) >= Math.abs(y)) return [x < 0 ? 'left' : 'right'];
  return [y < 0 ? 'up' : 'down'];
}
