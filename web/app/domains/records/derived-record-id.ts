/**
 * An id that the same words always give, in the form of a custom UUID (RFC 9562 §5.8): for records that two tabs may make at
 * once and mean as one. Spread evenly, but no cryptography: never for anything that must not be guessed.
 */
export function derivedRecordId(...words: readonly string[]): string {
  const text = words.join('\u0000');
  const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f].map((seed, lane) => {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ (text.charCodeAt(at) + lane * 0x101), 0x01000193 + lane * 2);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
  });
  const hex = lanes.join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
