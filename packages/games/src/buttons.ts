/** The buttons of every game, each one bit of a step's input. */
export const buttons = { up: 1, down: 2, left: 4, right: 8, strike: 16 } as const;

export type Button = keyof typeof buttons;

/** What is pressed during one step: the sum of its buttons' bits, 0 to 31. */
export type Input = number;

/** The largest input there is: every button at once. */
export const maxInput = 31;

/** Whether the button is among those of the input. */
export function isPressed(input: Input, button: Button): boolean {
  return (input & buttons[button]) !== 0;
}
