import { compile } from 'tailwindcss';
import { expect, test } from 'vitest';
import writeColours from './colour-rules.ts';
import { type ColourName, coloursOf, paperTokens } from './colour-tokens.ts';

type Colours = Readonly<Record<ColourName, string>>;

const themes: Readonly<Record<string, Colours>> = {
  dark: coloursOf('dark'),
  light: coloursOf('light'),
  paper: { ...coloursOf('light'), ...paperTokens },
};

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['plate', 'surface', 'raised'] as const;
const texts = ['ink', 'muted', 'copper', 'copper-pressed', 'verdigris', 'carmine', 'amber', 'ultramarine'] as const;

/** What is drawn on what, and the contrast that WCAG AA wants of it: 4.5 of a text, 3 of the edge of a control. */
const pairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground, 4.5] as const)),
  ...grounds.map((ground) => ['edge', ground, 3] as const),
  ['on-copper', 'copper', 4.5] as const,
  ['on-copper', 'copper-pressed', 4.5] as const,
  ['on-carmine', 'carmine', 4.5] as const,
];

test('contrast is known of black on white, which has the most, and of a colour on itself, which has none', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#6a7c7c', '#6a7c7c')).toBe(1);
});

test.each(Object.entries(themes))(
  'in the theme %s every text can be read on every ground, and every edge of a control can be seen',
  (_, colours) => {
    const faint = pairs.filter(([front, ground, least]) => !(contrast(colours[front], colours[ground]) >= least));
    expect(faint).toEqual([]);
  },
);

test('every colour is one of a pair, so that none is left out', () => {
  const checked = new Set<string>([...pairs.map(([front]) => front), ...pairs.map(([, ground]) => ground)]);
  // A line that only decorates.
  checked.add('hairline');
  for (const colours of Object.values(themes)) expect(new Set(Object.keys(colours))).toEqual(checked);
});

test('every value is `#` and six small digits, as the script of the plate and the resume read it', () => {
  for (const colours of Object.values(themes)) for (const value of Object.values(colours)) expect(value).toMatch(/^#[0-9a-f]{6}$/);
});

test('the style sheet has each value once for a theme: light for whatever is not a dark screen, and paper its own plate', async () => {
  const { build } = await compile('@plugin "colours";', {
    loadModule: (path) => Promise.resolve({ path, base: '', module: writeColours }),
  });
  const lines = (colours: Readonly<Record<string, string>>) => Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
  const written = build([])
    .split(/\s*\n\s*/)
    .filter((line) => line !== '' && line !== '}' && !line.startsWith('/*!'));
  expect(written).toEqual([
    '@layer base {',
    ':root {',
    ...lines(coloursOf('light')),
    'color-scheme: light;',
    '@media not print {',
    ':root:not(.light) {',
    ...lines(coloursOf('dark')),
    'color-scheme: dark;',
    '@media print {',
    ':root {',
    ...lines(paperTokens),
  ]);
});
