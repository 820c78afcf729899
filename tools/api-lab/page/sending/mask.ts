import { trimEndOf } from '@castellan/foundation/line-text';
import type { Answer, Hop, SendFailure } from './sender.ts';

/** What stands in the place of a value that came from the vault. */
export const maskText = '[from the vault]';

/** Takes values out of what came back. */
export type Mask = { readonly text: (text: string) => string; readonly answer: <Got extends Answer | SendFailure>(answer: Got) => Got };

/** Nothing is secret. */
export const noMask: Mask = { text: (text) => text, answer: (answer) => answer };

/**
 * Masks values as they are, and as addresses, forms, JSON, HTML, base64 and hexadecimal digits spell them. What a server makes of a
 * value otherwise, nobody can know.
 */
export function createMask(values: readonly string[]): Mask {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return noMask;
  const spelled = [...new Set(given.flatMap(spellings))].sort((one, other) => other.length - one.length);
  const inText = formOf(spelled);
  const inBytes = formOf(spelled.map(toLatin));
  const text = (content: string) => content.replaceAll(inText, maskText);
  const pairs = (headers: Answer['headers']) => headers.map(([name, value]) => [text(name), text(value)] as const);
  const hopsOf = (hops: readonly Hop[]) => hops.map((hop) => ({ ...hop, url: text(hop.url), headers: pairs(hop.headers) }));
  const bytes = (body: Uint8Array): Uint8Array => {
    const latin = latinOf(body);
    const masked = latin.replaceAll(inBytes, maskText);
    const whole = masked === latin ? body : Uint8Array.from(masked, (sign) => sign.charCodeAt(0));
    return maskJson(whole, text);
  };
  return {
    text,
    answer: (answer) => ({
      ...answer,
      ...(answer.hops === undefined ? {} : { hops: hopsOf(answer.hops) }),
      ...(answer.kind === 'answer' && answer.notFollowed !== undefined ? { notFollowed: text(answer.notFollowed) } : {}),
      ...(answer.kind === 'answer' ? { url: text(answer.url), headers: pairs(answer.headers), body: bytes(answer.body) } : {}),
    }),
  };
}

/** JSON may spell any sign as `\\u0041`: it is spelled again, and left as it is where that hides nothing. */
function maskJson(body: Uint8Array, mask: (text: string) => string): Uint8Array {
  const spelled = new TextDecoder().decode(body);
  if (!spelled.includes('\\')) return body;
  try {
    const plain = JSON.stringify(JSON.parse(spelled));
    const masked = mask(plain);
    return masked === plain ? body : new TextEncoder().encode(masked);
  } catch {
    return body;
  }
}

function spellings(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const ascii = inJson.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const escaped = encodeURIComponent(value.toWellFormed());
  const strict = escaped.replaceAll(/[!'()*]/g, percent);
  const named = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = ['&#39;', '&#x27;', '&apos;'].map((sign) => named.replaceAll('"', '&quot;').replaceAll("'", sign));
  const plain = [value, inJson, ascii, inJson.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/'), named, ...quoted];
  const inAddress = [escaped, strict, strict.replaceAll('%20', '+'), escaped.replaceAll('%20', '+')];
  const lower = inAddress.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
  return [...plain, ...inAddress, ...lower, ...inQuery(value), ...inDigits(value)];
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** As the lab's own addresses are written: only what no query may hold is encoded. */
function inQuery(value: string): readonly string[] {
  return [value.toWellFormed().replaceAll(/["#'<>]|[^\u0021-\u007e]+/g, (part) => (part === "'" ? '%27' : encodeURIComponent(part)))];
}

/** Shorter values are spelled by chance. */
const minDigits = 5;

/** Base64 of the middle of something spells a value in one of three ways; the digits at both ends depend on its neighbours. */
function inDigits(value: string): readonly string[] {
  const latin = toLatin(value);
  if (latin.length < minDigits) return [];
  const whole = [btoa(latin), trimEndOf(btoa(latin), '=')];
  const shifted = [0, 1, 2].map((shift) =>
    btoa('\0'.repeat(shift) + latin).slice(Math.ceil((8 * shift) / 6), Math.floor((8 * (shift + latin.length)) / 6)),
  );
  const base64 = [...whole, ...shifted];
  const forAddresses = base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = Array.from(latin, (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [...base64, ...forAddresses, hex, hex.toUpperCase()];
}

/** Each byte of the UTF-8 text as one sign. */
function toLatin(text: string): string {
  return latinOf(new TextEncoder().encode(text));
}

function latinOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return text;
}

function formOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|'), 'g');
}
