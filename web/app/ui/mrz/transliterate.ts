import { isMachineReadable } from './mrz.ts';

/**
 * A text with its Cyrillic and Greek letters in the capitals that passports write for them: by ICAO 9303-3 §6 B, and by ISO 843
 * (ELOT 743). Every other letter stays; of Latin ones `mrzText` knows. Kept apart from it, so that no visitor's page carries this.
 */
export function transliterate(text: string): string {
  if (!/[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text)) return text;
  return Array.from(romaniseGreek(text.normalize('NFC').toUpperCase()).normalize('NFC'), (letter) => cyrillic.get(letter) ?? letter).join(
    '',
  );
}

/** The letters of a text, each once, that no machine-readable line can hold; accents and signs between words do not count. */
export function untransliterable(text: string): readonly string[] {
  const isLost = (letter: string) => /\p{L}/u.test(letter) && !silent.has(letter) && !isMachineReadable(transliterate(letter));
  return [...new Set(Array.from(text.normalize('NFC')).filter(isLost))];
}

/** Letters that are not written, and not missed. */
const silent: ReadonlySet<string> = new Set('ЬьʻʼʹʾʿꞋꞌ');

const pairsOf = (pairs: string) => new Map(pairs.split(',').map((pair) => [pair.slice(0, 1), pair.slice(2)] as const));

// The table's common column.
const cyrillic = pairsOf(
  'А A,Б B,В V,Г G,Ґ G,Ѓ G,Д D,Ђ D,Е E,Ё E,Є IE,Ж ZH,З Z,Ѕ DZ,И I,І I,Ї I,Й I,Ј J,К K,Ќ K,Л L,Љ LJ,М M,Н N,Њ NJ,О O,П P,Р R,С S,Т T,' +
    'Ћ C,У U,Ў U,Ф F,Х KH,Ц TS,Ч CH,Џ DZ,Ш SH,Щ SHCH,Ъ IE,Ы Y,Ь ,Э E,Ю IU,Я IA',
);

const greek = pairsOf('Α A,Β V,Γ G,Δ D,Ε E,Ζ Z,Η I,Θ TH,Ι I,Κ K,Λ L,Μ M,Ν N,Ξ X,Ο O,Π P,Ρ R,Σ S,Τ T,Υ Y,Φ F,Χ CH,Ψ PS,Ω O');

/** Pairs of letters that stand for one sound are written as it sounds; a diaeresis keeps the two apart. */
function romaniseGreek(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .replace(/ΟΥ(?!\u0308)/g, 'OU')
    .replace(/([ΑΕΗ])Υ(?!\u0308)(?=[ΑΕΗΙΟΥΩΒΓΔΖΛΜΝΡ])/g, '$1V')
    .replace(/([ΑΕΗ])Υ(?!\u0308)/g, '$1F')
    .replace(/(?<!\p{L})ΜΠ/gu, 'B')
    .replace(/Γ(?=[ΓΞΧ])/g, 'N')
    .replace(/\p{Script=Greek}/gu, (letter) => greek.get(letter) ?? letter);
}
