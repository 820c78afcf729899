/** The colours that a board is drawn with, as the page's theme has them. */
export type Inks = {
  readonly ground: string;
  readonly hairline: string;
  readonly edge: string;
  readonly ink: string;
  readonly muted: string;
  /** What the player is. */
  readonly own: string;
  readonly ownFar: string;
  /** What the player wants, or fights. */
  readonly other: string;
  readonly danger: string;
};

/** Reads the inks from the page's style. `safe`: blue against orange, which every kind of colour vision tells apart. */
export function readInks(safe: boolean): Inks {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: of('surface'),
    hairline: of('hairline'),
    edge: of('edge'),
    ink: of('ink'),
    muted: of('muted'),
    own: safe ? of('ultramarine') : of('verdigris'),
    ownFar: safe ? of('ultramarine') : of('copper'),
    other: safe ? of('amber') : of('copper'),
    danger: safe ? of('ink') : of('carmine'),
  };
}
