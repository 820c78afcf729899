import type { Base64UrlFault } from './base64url.ts';
import type { JsonFault } from './strict-json.ts';

export type TokenPart = 'token' | 'header' | 'payload' | 'signature';

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

const names: Readonly<Record<TokenPart, string>> = { token: 'token', header: 'header', payload: 'payload', signature: 'signature' };

/** What base64url finds wrong, in a sentence. `character`: the one that stands there. */
export function saysOfBase64Url(part: TokenPart, { code, at }: Base64UrlFault, text: string, start: number): ParseFailure {
  const where = `byte ${start + at}`;
  const character = text.codePointAt(at) ?? 0;
  const shown =
    character > 0x20 && character < 0x7f
      ? `“${String.fromCodePoint(character)}”`
      : `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
  const said = {
    character: `${shown} at ${where} is no character of base64url (RFC 4648 §5)`,
    padding: `“=” at ${where}: base64url in a JWS has no padding (RFC 7515 §2)`,
    length: `its last character, ${where}, stands alone and spells no byte`,
    spare_bits: `the last character, ${where}, has bits that spell nothing: there is another spelling of the same bytes (RFC 4648 §3.5)`,
  }[code];
  return { code: 'base64url', part, at: start + at, message: `The ${names[part]} is not base64url: ${said}.` };
}

/** What the JSON parser finds wrong, in a sentence. `at` of the failure is where the part begins: the byte counts within the decoded part. */
export function saysOfJson(part: TokenPart, { code, at, name }: JsonFault, start: number): ParseFailure {
  const said = {
    not_utf8: `byte ${at} of the decoded text is not UTF-8`,
    byte_order_mark: 'it begins with a byte order mark',
    syntax: `the JSON text breaks off at its byte ${at}`,
    duplicate_name: `“${name ?? ''}” stands twice, the second time at its byte ${at}; parsers differ in which one counts (RFC 7515 §4)`,
    too_deep: `it is nested more than 64 deep at its byte ${at}`,
    trailing: `something follows the JSON text at its byte ${at}`,
  }[code];
  return { code: 'json', part, at: start, message: `The ${names[part]} cannot be read: ${said}.` };
}
