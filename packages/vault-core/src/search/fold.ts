/**
 * A text as the search compares it: lower case, compatibility forms unified and accents left out, so that `jose` finds
 * `José` and `JOSÉ` (Unicode UAX #15 NFKD). Control characters, which separate the fields of an index, become spaces.
 */
export function fold(text: string): string {
  // Most texts are plain ASCII: the three passes below would cost ten times this one.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{Cc}/gu, ' ');
}
