import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Bytes } from './ports.ts';

/** Why a text is not base64url as RFC 7515 §2 wants it. `at`: the offending character, counted from 0. */
export type Base64UrlFault = { readonly code: 'character' | 'padding' | 'length' | 'spare_bits'; readonly at: number };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = new Map(Array.from(alphabet, (character, digit) => [character.charCodeAt(0), digit]));

/** Base64url without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const whole =
      alphabet.charAt(group >>> 18) +
      alphabet.charAt((group >>> 12) & 63) +
      alphabet.charAt((group >>> 6) & 63) +
      alphabet.charAt(group & 63);
    text += whole.slice(0, Math.min(4, bytes.length - index + 1));
  }
  return text;
}

/** The bytes that the text spells. Padding, white space, any other alphabet and bits that say nothing are refused where they stand. */
export function decodeBase64Url(text: string): Result<Bytes, Base64UrlFault> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let out = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = digits.get(code);
    if (digit === undefined) return fail({ code: code === 0x3d ? 'padding' : 'character', at });
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[out] = (bits >>> count) & 255;
    out += 1;
  }
  if (text.length % 4 === 1) return fail({ code: 'length', at: text.length - 1 });
  if ((bits & ((1 << count) - 1)) !== 0) return fail({ code: 'spare_bits', at: text.length - 1 });
  return succeed(bytes);
}
