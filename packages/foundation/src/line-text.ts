/** Reading line formats without regular expressions: each of these takes time in proportion to the text's length, whatever it says. */

/** What stands before and after the first `separator`; `undefined` where there is none. */
export function splitAtFirst(text: string, separator: string): readonly [before: string, after: string] | undefined {
  const at = text.indexOf(separator);
  return at === -1 ? undefined : [text.slice(0, at), text.slice(at + separator.length)];
}

/** A text without any of `characters` at its beginning. Each is one UTF-16 code unit, as in the functions below. */
export function trimStartOf(text: string, characters: string): string {
  let from = 0;
  while (from < text.length && characters.includes(text.charAt(from))) from += 1;
  return text.slice(from);
}

/** A text without any of `characters` at its end. */
export function trimEndOf(text: string, characters: string): string {
  let to = text.length;
  while (to > 0 && characters.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/** A text without any of `characters` at either end. */
export function trimOf(text: string, characters: string): string {
  return trimEndOf(trimStartOf(text, characters), characters);
}

/** Spaces and tabs: what may stand around the value of a header (RFC 9110 §5.6.3), and before a word of a text format. */
export const blanks = ' \t';

/**
 * The value of the first `name: value` line whose name is `name`, in any case of its letters; `undefined` where none is. Lines
 * end with CR LF, LF or CR.
 */
export function headerValue(head: string, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const line of head.split(/\r\n?|\n/)) {
    if (line.charAt(name.length) !== ':' || line.slice(0, name.length).toLowerCase() !== wanted) continue;
    return trimOf(line.slice(name.length + 1), blanks);
  }
  return undefined;
}
