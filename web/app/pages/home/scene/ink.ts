/** Red, green and blue, each 0 to 1. */
export type Colour = readonly [number, number, number];

/** The two colours between which the ink shifts. */
export type Ink = { readonly copper: Colour; readonly verdigris: Colour };

/** The ink of the theme that the element wears; `undefined` where a token is no hexadecimal colour. */
export function inkOf(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Ink | undefined {
  const copper = parseColour(style.getPropertyValue('--copper'));
  const verdigris = parseColour(style.getPropertyValue('--verdigris'));
  return copper === undefined || verdigris === undefined ? undefined : { copper, verdigris };
}

function parseColour(text: string): Colour | undefined {
  const digits = /^#([\da-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const value = Number.parseInt(digits, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
