/**
 * Text of a foreign host as it may be shown and kept: control characters, line ends and marks that turn the direction of writing
 * become `·`, and what is longer than `maxLength` is cut, with `…` at its end.
 */
export function cleanText(text: string, maxLength = 200): string {
  const cleaned = text.slice(0, maxLength + 1).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '·');
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength)}…` : cleaned;
}
