import { trimEndOf } from '@castellan/foundation/line-text';

/** JSON within JSON that spellings are known of: a body in a body that is logged in an answer, and one more. */
const mostEscaped = 4;

/**
 * A value as servers spell it: as it is; in JSON, and in JSON that is a text of JSON, up to four times; in HTML; in addresses and forms;
 * in base64 wherever it stands, and in hexadecimal digits. What is in JSON once or twice may stand in an address, a form or base64 as
 * well.
 */
export function spellingsOf(value: string): readonly string[] {
  const escaped = [value];
  for (let times = 0; times < mostEscaped; times += 1) escaped.push(inJson(escaped.at(-1) ?? ''));
  const ascii = escaped.slice(1).map((_, times) => inAsciiJson(value, times + 1));
  const slashed = [...escaped.slice(1), ...ascii].map((text) => text.replaceAll('/', '\\/'));
  const carried = [...new Set([...escaped.slice(0, 3), ...ascii.slice(0, 2)])];
  return [...new Set([...escaped, ...ascii, ...slashed, ...inHtml(value), ...carried.flatMap(inAddress), ...carried.flatMap(inDigits)])];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** With every sign outside ASCII by its code, in JSON that is written so many times. */
function inAsciiJson(value: string, times: number): string {
  const coded = inJson(value).replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return times === 1 ? coded : Array.from({ length: times - 1 }).reduce<string>(inJson, coded);
}

function inHtml(value: string): readonly string[] {
  const named = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = ['&#39;', '&#x27;', '&apos;'].map((sign) => named.replaceAll('"', '&quot;').replaceAll("'", sign));
  const numbered = ['&#34;', '&#x22;'].map((sign) => named.replaceAll('"', sign).replaceAll("'", '&#39;'));
  return [named, ...quoted, ...numbered];
}

function inAddress(value: string): readonly string[] {
  const escaped = encodeURIComponent(value.toWellFormed());
  const strict = escaped.replaceAll(/[!'()*]/g, percent);
  const forms = [
    escaped,
    strict,
    strict.replaceAll('%20', '+'),
    escaped.replaceAll('%20', '+'),
    new URLSearchParams({ v: value }).toString().slice(2),
  ];
  const lower = forms.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
  return [...forms, ...lower, ...inQuery(value)];
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
export function toLatin(text: string): string {
  return latinOf(new TextEncoder().encode(text));
}

/** Each byte as one sign. */
export function latinOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return text;
}
