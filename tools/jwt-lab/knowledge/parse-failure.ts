import type { Base64UrlFault } from './base64url.ts';
import type { JsonFault } from './strict-json.ts';

export type TokenPart = 'token' | 'header' | 'payload' | 'signature' | 'encrypted key' | 'initialization vector' | 'ciphertext' | 'tag';

/** Why a text is no JWS. `at`: the offending byte of the whole token, counted from 0. */
export type ParseFailure = {
  readonly code:
    | 'empty'
    | 'part_count'
    | 'encrypted'
    | 'not_compact'
    | 'base64url'
    | 'json'
    | 'not_an_object'
    | 'member_missing'
    | 'member_type'
    | 'member_twice'
    | 'crit_malformed'
    | 'crit_unknown';
  readonly part: TokenPart;
  readonly at: number;
  /** One sentence. */
  readonly message: string;
};

/** What base64url finds wrong, in a sentence. `character`: the one that stands there. */
export function saysOfBase64Url(part: TokenPart, { code, at }: Base64UrlFault, text: string, start: number): ParseFailure {
  const where = `byte ${start + at}`;
  const character = text.codePointAt(at) ?? 0;
  const shown =
    character > 0x20 && character < 0x7f
      ? `“${String.fromCodePoint(character)}”`
      : `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
  const said = {
    character: `invalid character ${shown} at ${where} (RFC 4648 §5)`,
    padding: `padding “=” at ${where}, which is not allowed (RFC 7515 §2)`,
    length: `incomplete last group at ${where}`,
    spare_bits: `non-zero trailing bits at ${where}: not the canonical encoding (RFC 4648 §3.5)`,
  }[code];
  return { code: 'base64url', part, at: start + at, message: `The ${part} is not valid base64url: ${said}.` };
}

/** What the JSON parser finds wrong, in a sentence. `at` of the failure is where the part begins: the byte counts within the decoded part. */
export function saysOfJson(part: TokenPart, { code, at, name }: JsonFault, start: number): ParseFailure {
  const said = {
    not_utf8: `byte ${at} of the decoded text is not valid UTF-8`,
    byte_order_mark: 'it begins with a byte order mark',
    syntax: `JSON syntax error at byte ${at}`,
    duplicate_name: `duplicate member “${name ?? ''}” at byte ${at}; parsers differ in which one they use (RFC 7515 §4)`,
    too_deep: `nesting deeper than 64 levels at byte ${at}`,
    trailing: `unexpected data after the JSON text at byte ${at}`,
  }[code];
  return { code: 'json', part, at: start, message: `The ${part} cannot be read: ${said}.` };
}
