/** How much of a platform's limit a text uses. */
export type LimitUse = { readonly used: number; readonly limit: number; readonly isOver: boolean };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const address = /https?:\/\/[^\s<>"'()]+/gi;
const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|\u20e3/u;

/**
 * The weighted length of a post on X (twitter-text, configuration v3): NFC; an address that begins with http(s) counts 23, an emoji 2,
 * a character of the ranges below 1, every other 2; the limit is 280. Addresses without http are not recognised here.
 */
export function countForX(text: string): LimitUse {
  const normal = text.normalize('NFC');
  const addresses = normal.match(address)?.length ?? 0;
  let used = addresses * 23;
  for (const { segment } of graphemes.segment(normal.replaceAll(address, ''))) {
    if (isEmoji.test(segment)) used += 2;
    else for (const character of segment) used += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return { used, limit: 280, isOver: used > 280 };
}

const isLight = (code: number) =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);

/** How a text goes out as SMS. `left`: units that the last part still takes. */
export type SmsUse = {
  readonly encoding: 'GSM-7' | 'UCS-2';
  readonly parts: number;
  readonly units: number;
  readonly left: number;
  /** Characters that forced UCS-2, each once. */
  readonly foreign: readonly string[];
};

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';

/** Parts of an SMS by 3GPP TS 23.038 and 23.040: 160 septets or 70 UCS-2 units in one part, 153 or 67 in each of several; nothing is split in halves. */
export function countForSms(text: string): SmsUse {
  const characters = [...text];
  const foreign = [...new Set(characters.filter((character) => !basic.includes(character) && !extended.includes(character)))];
  const isGsm = foreign.length === 0;
  const sizes = characters.map((character) => (isGsm ? (extended.includes(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  if (units <= single) return { encoding, parts: units === 0 ? 0 : 1, units, left: single - units, foreign };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > several) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, parts, units, left: several - used, foreign };
}
