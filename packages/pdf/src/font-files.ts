/** The letters of a typeface in one width and weight: for names, for running text, and for titles. */
export type CutName = 'wide' | 'text' | 'strong';

/** Each part of a cut that draws letters beyond Latin-1, and those letters; `fonts/README.md` says what each is. */
const parts = [
  [
    'archivo-extended',
    /[\u0100\u0101\u0104-\u010f\u0112-\u0127\u012a-\u0130\u0132-\u0151\u0154-\u0167\u016a-\u017f\u018f\u01cd-\u01dc\u0218-\u021b\u0259\u1e80-\u1e85\u1e9e]/,
  ],
  ['archivo-vietnamese', /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/],
  ['roboto-flex-cyrillic', /[\u0401-\u044f\u0451-\u045f\u0490\u0491\u04b0\u04b1\u2116]/],
  [
    'roboto-flex-cyrillic-extended',
    /[\u0492\u0493\u0496-\u049d\u04a0-\u04a3\u04aa-\u04af\u04b2\u04b3\u04b6-\u04bb\u04c0-\u04c2\u04cf-\u04d3\u04d6-\u04d9\u04dc\u04dd\u04e6-\u04e9\u04ee-\u04f3\u04fe\u04ff]/,
  ],
  ['roboto-flex-greek', /[\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce]/],
] as const;

const latin = /[\u0020-\u007e\u00a0-\u00ffıŒœ–—‘’‚“”„•…‹›€™−]/;

/** The font files that a text in a cut wants, by name: Latin-1 always, the others where it has letters of theirs. */
export function fontFilesFor(cut: CutName, text: string): readonly string[] {
  const letters = text.normalize('NFC');
  return [`archivo-${cut}.ttf`, ...parts.filter(([, held]) => held.test(letters)).map(([name]) => `${name}-${cut}.ttf`)];
}

/** All font files of a cut, by name. */
export function allFontFiles(cut: CutName): readonly string[] {
  return [`archivo-${cut}.ttf`, ...parts.map(([name]) => `${name}-${cut}.ttf`)];
}

/** Whether the font files hold a letter: one character, composed as NFC has it. */
export function isHeldLetter(letter: string): boolean {
  return latin.test(letter) || parts.some(([, held]) => held.test(letter));
}
