import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import fontkit, { type Font } from '@pdf-lib/fontkit';

/** A letter as a page takes it: where it comes from, its code there, and how far the pen moves, in thousandths of the size. */
export type SetLetter = {
  readonly font: PDFFont;
  /** The glyph's code, as hexadecimal digits. */
  readonly code: string;
  /** What the font says the pen moves by itself. */
  readonly ownAdvance: number;
  /** What it should move: with kerning, and with the spacing wanted. */
  readonly advance: number;
};

/** The bytes of a TrueType or OpenType font, and which of its letters may be taken where that is not all. */
export type FontSource = { readonly bytes: Uint8Array; readonly takes?: (letter: string) => boolean };

/** Letters in one cut, from the files that hold them. */
export type Typeface = {
  /** The text as letters. What no file holds stands without its marks where that is held, and otherwise as the substitute. */
  readonly set: (text: string, spacing?: number) => readonly SetLetter[];
  /** Whether `set` writes all of the text as it is. */
  readonly holds: (text: string) => boolean;
};

/** What happens to letters that no file holds: `onLacking` is called for each, and `substitute` replaces what has no plainer letter. */
export type Lacking = { readonly onLacking: (letter: string) => void; readonly substitute: string };

/** `known`: letters that were asked for before, since each asking takes as long as a line. */
type Cut = {
  readonly takes: (letter: string) => boolean;
  readonly shapes: Font;
  readonly font: PDFFont;
  readonly known: Map<string, KnownLetter>;
};

type KnownLetter = { readonly code: string; readonly ownAdvance: number };

/** No ligature joins two letters: each keeps its place, and is found again by whoever searches the text. */
const features = { liga: false, clig: false, calt: false, dlig: false };

/** Opens a typeface for a document, which takes up those of its letters that are used. */
export async function openTypeface(
  document: PDFDocument,
  files: readonly FontSource[],
  { onLacking, substitute }: Lacking,
): Promise<Typeface> {
  const cuts: Cut[] = [];
  for (const { bytes, takes = () => true } of files) {
    cuts.push({
      takes,
      shapes: fontkit.create(bytes),
      font: await document.embedFont(bytes, { subset: true, features }),
      known: new Map(),
    });
  }
  // The same words are measured and then written.
  const kept = new Map<string, readonly SetLetter[]>();
  const cutOf = (letter: string) =>
    cuts.find(({ takes, shapes }) => takes(letter) && shapes.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const areHeld = (letters: string) => Array.from(letters).every((letter) => cutOf(letter) !== undefined);
  /** Other signs that say the same; `undefined` where there are none. */
  const same = (letter: string): string | undefined => {
    const spelt = plainSigns[letter] ?? (cutOf(letter) === undefined ? compatible(letter) : letter);
    return areHeld(spelt) && (spelt !== '' || letter in plainSigns || isSilent(letter)) ? spelt : undefined;
  };
  const plainer = (letter: string): string => {
    onLacking(letter);
    // A mark alone is nothing that a sign could stand for.
    if (/^\p{M}$/u.test(letter)) return '';
    const base = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return base !== '' && areHeld(base) ? base : substitute;
  };
  return {
    holds: (text) => Array.from(text.normalize('NFC')).every((letter) => same(letter) !== undefined),
    set: (text, spacing = 0) => {
      const key = `${spacing} ${text}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const letters = Array.from(Array.from(text.normalize('NFC'), (letter) => same(letter) ?? plainer(letter)).join(''));
      const set = runsOf(letters, cutOf).flatMap(([cut, run]) => setRun(cut, run, spacing));
      kept.set(key, set);
      return set;
    },
  };
}

/** How wide letters come out, in points at a size in points. */
export function widthOf(letters: readonly SetLetter[], size: number): number {
  return (letters.reduce((sum, { advance }) => sum + advance, 0) * size) / 1000;
}

function runsOf(letters: readonly string[], cutOf: (letter: string) => Cut | undefined): readonly (readonly [Cut, readonly string[]])[] {
  const runs: [Cut, string[]][] = [];
  for (const letter of letters) {
    const cut = cutOf(letter);
    const last = runs.at(-1);
    if (cut === undefined) continue;
    if (last?.[0] === cut) last[1].push(letter);
    else runs.push([cut, [letter]]);
  }
  return runs;
}

function setRun(cut: Cut, letters: readonly string[], spacing: number): readonly SetLetter[] {
  const { shapes, font } = cut;
  const { glyphs, positions } = shapes.layout(letters.join(''), features);
  const scale = 1000 / shapes.unitsPerEm;
  // Kerning is known where the shaper left one glyph to a letter, as it does for what these files hold.
  const isKerned = glyphs.length === letters.length;
  return letters.map((letter, index) => {
    const { code, ownAdvance } = knownLetter(cut, letter);
    const kerned = isKerned ? (positions[index]?.xAdvance ?? 0) * scale : ownAdvance;
    return { font, code, ownAdvance, advance: kerned + spacing };
  });
}

function knownLetter({ font, known }: Cut, letter: string): KnownLetter {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const made = { code: font.encodeText(letter).asString(), ownAdvance: font.widthOfTextAtSize(letter, 1000) };
  known.set(letter, made);
  return made;
}

/** A full-width letter as a plain one, `ﬁ` as `fi`: never one without its marks. Empty for what nobody sees. */
function compatible(letter: string): string {
  return isSilent(letter) ? '' : letter.normalize('NFKC');
}

/** Control and format characters, such as marks of direction, are not drawn. */
function isSilent(letter: string): boolean {
  return /^[\p{Cc}\p{Cf}]$/u.test(letter);
}

/** Rare signs as the common ones. */
const plainSigns: Readonly<Record<string, string>> = {
  // One sign to a glyph: what is found again in the text is then what was written.
  '\u00a0': ' ',
  '\u00ad': '',
  '\t': ' ',
  '\n': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u201a': ',',
  '\u201e': '“',
  '\u2032': '’',
  '\u2033': '”',
  '\u2039': '‘',
  '\u203a': '’',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
};
