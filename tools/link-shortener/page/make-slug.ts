/** Letters and digits that are not taken for each other when they are read from paper. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** A random slug of 7 letters (27 thousand million of them), so that nobody finds links by trying. */
export function makeSlug(randomBytes: (count: number) => Uint8Array = (count) => crypto.getRandomValues(new Uint8Array(count))): string {
  let slug = '';
  while (slug.length < 7) {
    // 248 is 8 times 31: beyond it some letters would be likelier.
    for (const byte of randomBytes(16)) if (byte < 248 && slug.length < 7) slug += letters[byte % letters.length];
  }
  return slug;
}
