/** The two looks of the site. */
export type Theme = 'light' | 'dark';

/** A colour's value in each theme: `#` and six small hexadecimal digits, which the plate's script can read. */
type Values = Readonly<Record<Theme, string>>;

/** The ground of every page. By itself, because each page's script wants it and no other colour. */
export const plate = { dark: '#10191e', light: '#edf2f1' } as const satisfies Values;

/**
 * The drawing kit's colours: the one place of each value. Contrast of each text colour is AA on plate, surface and raised, in both themes.
 *
 * A module and not a style sheet, because most who need a value have no style sheet: the script in the head, the server's own pages,
 * the share card, the resume. The style sheet follows from it when it is built (`colour-rules.ts`).
 */
export const colourTokens = {
  plate,
  surface: { dark: '#17232a', light: '#ffffff' },
  raised: { dark: '#20303a', light: '#dfe8e6' },
  hairline: { dark: '#33464f', light: '#c3d0cd' },
  edge: { dark: '#6b828b', light: '#6a7c7c' },
  ink: { dark: '#eaf0ee', light: '#12201f' },
  muted: { dark: '#a9bbbd', light: '#47595a' },
  copper: { dark: '#e7a06f', light: '#8f4513' },
  'copper-pressed': { dark: '#f0b78f', light: '#73360d' },
  'on-copper': { dark: '#10191e', light: '#ffffff' },
  verdigris: { dark: '#6ccbb2', light: '#0b6657' },
  carmine: { dark: '#ff8a80', light: '#b3261e' },
  'on-carmine': { dark: '#10191e', light: '#ffffff' },
  amber: { dark: '#f2c14e', light: '#7a5200' },
  ultramarine: { dark: '#9db8ff', light: '#2b4bb5' },
} as const satisfies Readonly<Record<string, Values>>;

/** The name of a colour. Its custom property is `--name`, its utilities are `bg-name`, `text-name` and so on. */
export type ColourName = keyof typeof colourTokens;

/** What paper has of its own. Everything else is as in the light theme, whatever the screen wears. */
export const paperTokens = { plate: '#ffffff' } as const satisfies Partial<Record<ColourName, string>>;

/** A theme's colours by their names. */
export function coloursOf(theme: Theme): Readonly<Record<ColourName, string>> {
  const values = Object.entries(colourTokens).map(([name, { [theme]: value }]) => [name, value]);
  return Object.fromEntries(values);
}
