import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Tokens = ReadonlyMap<string, string>;

/** The colours that a rule of the style sheet sets, by their names. */
function tokensOf(selector: string): Tokens {
  const start = sheet.indexOf(`${selector} {`);
  expect(start).toBeGreaterThan(-1);
  const body = sheet.slice(start, sheet.indexOf('}', start));
  return new Map([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

const themes: Readonly<Record<string, Tokens>> = { dark: tokensOf(':root'), light: tokensOf('.light'), paper: tokensOf(':root.light') };

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

const grounds = ['plate', 'surface', 'raised'];
const texts = ['ink', 'muted', 'copper', 'copper-pressed', 'verdigris', 'carmine', 'amber', 'ultramarine'];

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
  (_, tokens) => {
    const faint = pairs.filter(([front, ground, least]) => !(contrast(tokens.get(front) ?? '', tokens.get(ground) ?? '') >= least));
    expect(faint).toEqual([]);
  },
);

test('every colour is one of a pair, so that none is left out', () => {
  const checked = new Set<string>([...pairs.map(([front]) => front), ...pairs.map(([, ground]) => ground)]);
  // A line that only decorates.
  checked.add('hairline');
  for (const tokens of Object.values(themes)) expect(new Set(tokens.keys())).toEqual(checked);
});
