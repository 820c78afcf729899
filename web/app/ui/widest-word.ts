/**
 * About how wide the longest piece of a name is that must not be broken, in letters' sizes (em), set in the wide cut of the
 * headings: rather too wide than too narrow. Pieces end at spaces and after hyphens.
 */
export function widestWord(name: string): number {
  return Math.max(0, ...name.split(/\s+|(?<=[-‐–])/).map(widthOf));
}

/** About how wide a name is that stands in one line, in the same unit. */
export function lineWidth(name: string): number {
  const words = name.trim().split(/\s+/);
  return words.reduce((sum, word) => sum + widthOf(word), (words.length - 1) * 0.3);
}

/** Advances of the wide cut by letter, a little rounded up; what is not here is drawn by a typeface that nobody knows. */
const advances: readonly (readonly [letters: string, advance: number])[] = [
  ["'’ijl|", 0.3],
  ['.,:;!I-', 0.4],
  ['frt', 0.43],
  ['"“”', 0.5],
  ['svyz', 0.65],
  ['1kxJLchnu', 0.7],
  ['02356789abdegopq', 0.73],
  ['FTZSEP', 0.81],
  ['VYBAKX', 0.86],
  ['RCDUHN&', 0.91],
  ['wGOQ', 0.95],
  ['MmÆWæ%@—', 1.13],
  // Cyrillic and Greek letters, which come from a typeface beside it.
  ['ΙιІіјӀӏ', 0.35],
  ['τгґғ', 0.5],
  ['ΓγζλνξχГтухьѕҐҒҭүұҳӿ', 0.6],
  ['ΕΖΞΣΤδεηθκςυЈЕТавдезиклнпсчэяђєћџҙқҫҬҷҹһә', 0.66],
  ['ΑΒΔΚΛΡΥΧαβμοπρσЅАБВЗКРУХЬЯборцъҘңҮҰҲөӾ', 0.72],
  ['ΗΘΝΟΠЄЏДИЛНОПСЦЧЪЭҚҝҡҪҸҺӘӨ', 0.81],
  ['ΨΩφψωЂЋжмфыҗҜҠҢҶ', 0.9],
  ['ΜΦМФЫшщюљњ', 0.98],
  ['ЉЊЖШЩЮҖ', 1.11],
];

const advanceOf = new Map(advances.flatMap(([letters, advance]) => Array.from(letters, (letter) => [letter, advance] as const)));

/** Ideographs, syllables and full-width letters are as wide as high. */
const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;

/** Of the widest alphabets drawn beside ours, the typefaces of most systems set their wide capitals to this. */
const unknownAdvance = 0.95;

function widthOf(word: string): number {
  // An accent stands over its letter and takes no room.
  const letters = word.normalize('NFD').replace(/\p{Mn}/gu, '');
  return Array.from(letters, (letter) => advanceOf.get(letter) ?? (square.test(letter) ? 1.1 : unknownAdvance)).reduce(
    (sum, advance) => sum + advance,
    0,
  );
}
