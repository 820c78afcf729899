// Controls, marks that turn the direction of writing, what has no width and no meaning of its own, and the line ends beyond ASCII.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Text in which nothing is obeyed by a terminal, ends a line or turns the direction of writing: each such character becomes `·`. */
function showUnseen(text: string): string {
  return text.replace(unseen, '·');
}

/**
 * Text of a foreign host as it may be shown and kept: what cannot be seen becomes `·`, and what is longer than `maxLength` is cut, with `…`
 * at its end.
 */
export function cleanText(text: string, maxLength = 200): string {
  const cleaned = showUnseen(text.slice(0, maxLength + 1));
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength)}…` : cleaned;
}

/** Text as one line, its words apart by single spaces; what cannot be seen becomes `·`. */
export function oneLine(text: string): string {
  return showUnseen(text.replace(/\s+/g, ' ').trim());
}

/** Lines of text, tabs as four spaces; what cannot be seen becomes `·`. */
export function plainLines(text: string): readonly string[] {
  return text.split(/\r\n|[\r\n]/).map((line) => showUnseen(line.replaceAll('\t', '    ')));
}

/** JSON for people and programs, two spaces deep, that may be printed: what cannot be seen is written as its escape, and means the same. */
export function plainJson(value: unknown): string {
  const unitsOf = (sign: string) => Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  const escaped = (sign: string) =>
    unitsOf(sign)
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return `${JSON.stringify(value, undefined, 2).replace(unseen, (sign) => (sign === '\n' ? sign : escaped(sign)))}\n`;
}
