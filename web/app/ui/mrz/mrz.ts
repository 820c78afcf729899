/** The longest line of a machine-readable travel document: 44 characters (ICAO 9303-4, TD3). */
export const mrzLength = 44;

/** What the upper line of a document says. */
export type MrzHolder = {
  /** One or two letters: `P` for a passport. */
  readonly document: string;
  /** Three letters of the issuing authority. */
  readonly issuer: string;
  readonly familyName: string;
  readonly givenNames: string;
  /** The two as `transliterate` writes them, where they are of another script. */
  readonly latin?: { readonly familyName: string; readonly givenNames: string } | undefined;
};

/**
 * The upper line: `P<SEC<VARGA<<ADA`, filled with `<` to `length`; empty where a name has letters that no line can hold: a line
 * without them would be another name. Where both names do not fit, the family name is cut so that the
 * first letter of the given ones stays (ICAO 9303-3 §4.2), and these are cut at the end.
 * A filler stands between issuer and family name, which a real passport leaves out: this one is to be read by people.
 */
export function mrzNameLine(holder: MrzHolder, length: number = mrzLength): string {
  const { document, issuer } = holder;
  const { familyName, givenNames } = holder.latin ?? holder;
  if (!isMachineReadable(familyName + givenNames)) return '';
  const head = [document, issuer].map(mrzText).join('<');
  const given = mrzText(givenNames);
  const room = length - head.length - 1 - (given === '' ? 0 : 3);
  return fill(`${head}<${mrzText(familyName).slice(0, room).replace(/<$/, '')}<<${given}`, length);
}

/** A lower line of fields, each followed by its own check digit, filled to `length`; empty where no line can hold a letter of them. */
export function mrzCheckedLine(fields: readonly string[], length: number = mrzLength): string {
  if (!fields.every(isMachineReadable)) return '';
  const checked = fields.map(mrzText).map((field) => `${field}${mrzCheckDigit(field)}`);
  return fill(checked.join('<'), length);
}

/** A date as `YYMMDD`, of the calendar day given. */
export function mrzDate(date: { readonly year: number; readonly month: number; readonly day: number }): string {
  return [date.year % 100, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('');
}

/**
 * The check digit of a field of `0-9`, `A-Z` and `<` (ICAO 9303-3 §4.9): values 0 to 35 (filler 0), weighted
 * 7, 3, 1 in turn, summed modulo 10. Any other character counts as a filler.
 */
export function mrzCheckDigit(field: string): number {
  const weights = [7, 3, 1] as const;
  let sum = 0;
  for (let position = 0; position < field.length; position += 1) {
    const value = alphabet.indexOf(field.charAt(position));
    sum += Math.max(value, 0) * (weights[position % weights.length] ?? 0);
  }
  return sum % 10;
}

/** A text in the letters a machine-readable line has: transliterated, upper case, everything else a filler. */
export function mrzText(text: string): string {
  return lettersOf(text)
    .replace(/[^0-9A-Z]+/g, '<')
    .replace(/^<+|<+$/g, '');
}

/** Whether a line can hold every letter of a text. */
export function isMachineReadable(text: string): boolean {
  return !/[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.test(lettersOf(text).replace(/[A-Z]+/g, ''));
}

/** In Latin capitals without marks, and without the signs that are left out inside a name. */
function lettersOf(text: string): string {
  return Array.from(text.normalize('NFC').toUpperCase(), (letter) => transliterations[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.ʻʼʹʾʿꞋ]/g, '');
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

// ICAO 9303-3 §6, the letters that do not lose only an accent.
const transliterations: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ĳ: 'IJ',
  Ŀ: 'L',
  Ł: 'L',
  Ŋ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  ẞ: 'SS',
  Þ: 'TH',
  Ŧ: 'T',
  Ü: 'UE',
};

function fill(line: string, length: number): string {
  return line.slice(0, length).padEnd(length, '<');
}
