const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letter or digit that stands for a title, in capitals; `undefined` where it begins with neither. */
export function letterOf(title: string): string | undefined {
  const [first] = graphemes.segment(title.trim());
  const letter = first?.segment.toLocaleUpperCase('en') ?? '';
  return /^[\p{L}\p{N}]/u.test(letter) ? letter : undefined;
}
