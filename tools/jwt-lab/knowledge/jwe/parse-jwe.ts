import { fail, type Result, succeed } from '@castellan/foundation/result';
import { decodeBase64Url } from '../base64url.ts';
import { type ParseFailure, saysOfBase64Url, saysOfJson, type TokenPart } from '../parse-failure.ts';
import { decode, readHeader } from '../parse-jws.ts';
import { isObject, type Json, type JsonObject, parseStrictJson } from '../strict-json.ts';
import { utf8 } from '../text-bytes.ts';

/** One recipient's share of a JWE: the content key, encrypted for it, and what its header says besides. */
export type JweRecipient = { readonly header?: JsonObject; readonly encrypted_key?: string };

/** A JWE as its text says, nothing decrypted. `header`: that of the first recipient with what it shares. */
export type Jwe = {
  readonly serialization: 'compact' | 'flattened' | 'general';
  readonly header: JsonObject;
  readonly protectedHeader: JsonObject;
  /** One at least. */
  readonly recipients: readonly JweRecipient[];
  /** The other members as they stand in the token, base64url; an empty one is left out. */
  readonly shared: {
    readonly protected?: string;
    readonly unprotected?: JsonObject;
    readonly iv?: string;
    readonly ciphertext: string;
    readonly tag?: string;
    readonly aad?: string;
  };
};

type Parsed<Value> = Result<Value, ParseFailure>;
type Refusal = { readonly ok: false; readonly failure: ParseFailure };

const refuse = (code: ParseFailure['code'], part: TokenPart, message: string): Refusal => fail({ code, part, at: 0, message });

/** Parses a JWE: the compact serialization alone, or any of the three (RFC 7516 §7). */
export function parseJwe(token: string, allowed: 'compact' | 'any'): Parsed<Jwe> {
  if (token === '') return refuse('empty', 'token', 'There is no token.');
  if (!token.startsWith('{')) return parseCompactJwe(token);
  if (allowed === 'compact')
    return refuse('not_compact', 'token', 'This is JSON serialization. JWTs use the compact serialization (RFC 7519 §1).');
  return parseJsonJwe(token);
}

function parseCompactJwe(token: string): Parsed<Jwe> {
  const parts = token.split('.');
  if (parts.length !== 5) return refuse('part_count', 'token', `A JWE has five parts separated by dots. This has ${parts.length}.`);
  const names = ['header', 'encrypted key', 'initialization vector', 'ciphertext', 'tag'] as const;
  let start = 0;
  for (const [at, name] of names.entries()) {
    const bytes = decode(name, parts[at] ?? '', start);
    if (!bytes.ok) return bytes;
    start += utf8(parts[at] ?? '').length + 1;
  }
  const [protectedText = '', key = '', iv = '', ciphertext = '', tag = ''] = parts;
  const header = readHeader(protectedText, 0);
  if (!header.ok) return header;
  return checked({
    serialization: 'compact',
    header: header.value,
    protectedHeader: header.value,
    recipients: [key === '' ? {} : { encrypted_key: key }],
    shared: { protected: protectedText, ciphertext, ...(iv === '' ? {} : { iv }), ...(tag === '' ? {} : { tag }) },
  });
}

const texts = { protected: 'header', iv: 'initialization vector', ciphertext: 'ciphertext', tag: 'tag', aad: 'token' } as const;

function parseJsonJwe(token: string): Parsed<Jwe> {
  const read = parseStrictJson(utf8(token));
  if (!read.ok) return fail({ ...saysOfJson('token', read.failure, 0), at: read.failure.at });
  const outer = read.value;
  if (!isObject(outer)) return refuse('not_an_object', 'token', 'JSON serialization must be one object.');
  for (const [name, part] of Object.entries(texts)) {
    const refusal = checkText(outer[name], name, part);
    if (refusal !== undefined) return refusal;
  }
  const isGeneral = 'recipients' in outer;
  if (isGeneral && ('header' in outer || 'encrypted_key' in outer))
    return refuse('member_twice', 'token', 'General and flattened serialization are mixed (RFC 7516 §7.2.1).');
  const listed: Json | undefined = isGeneral ? outer['recipients'] : [outer];
  if (!Array.isArray(listed) || listed.length === 0) return refuse('member_missing', 'encrypted key', '“recipients” is empty.');
  const recipients: JweRecipient[] = [];
  for (const one of listed as readonly Json[]) {
    const recipient = readRecipient(one);
    if (!recipient.ok) return recipient;
    recipients.push(recipient.value);
  }
  const { protected: protectedText, unprotected, iv, ciphertext, tag, aad } = outer;
  if (typeof ciphertext !== 'string') return refuse('member_missing', 'ciphertext', '“ciphertext” is missing.');
  if (unprotected !== undefined && !isObject(unprotected)) return refuse('member_type', 'header', '“unprotected” must be an object.');
  const protectedHeader = typeof protectedText === 'string' ? readHeader(protectedText, 0) : succeed<JsonObject>({});
  if (!protectedHeader.ok) return protectedHeader;
  const given = Object.fromEntries(
    Object.entries({ protected: protectedText, iv, tag, aad }).filter(([, text]) => text !== undefined && text !== ''),
  );
  return checked({
    serialization: isGeneral ? 'general' : 'flattened',
    header: { ...unprotected, ...recipients[0]?.header, ...protectedHeader.value },
    protectedHeader: protectedHeader.value,
    recipients,
    shared: { ...given, ...(unprotected === undefined ? {} : { unprotected }), ciphertext },
  });
}

function readRecipient(one: Json): Parsed<JweRecipient> {
  if (!isObject(one)) return refuse('member_type', 'encrypted key', 'Each entry of “recipients” must be an object.');
  const { header, encrypted_key: key } = one;
  if (header !== undefined && !isObject(header)) return refuse('member_type', 'header', '“header” must be an object.');
  const refusal = checkText(key, 'encrypted_key', 'encrypted key');
  if (refusal !== undefined) return refusal;
  return succeed({ ...(header === undefined ? {} : { header }), ...(typeof key === 'string' ? { encrypted_key: key } : {}) });
}

function checkText(value: Json | undefined, name: string, part: TokenPart): Refusal | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return refuse('member_type', part, `“${name}” must be a string.`);
  const bytes = decodeBase64Url(value);
  return bytes.ok ? undefined : fail(saysOfBase64Url(part, bytes.failure, value, 0));
}

/** What every JWE's header says (RFC 7516 §4.1). */
function checked(jwe: Jwe): Parsed<Jwe> {
  for (const name of ['alg', 'enc']) {
    const value = jwe.header[name];
    if (typeof value !== 'string' || value === '')
      return refuse('member_missing', 'header', `“${name}” is missing from the header (RFC 7516 §4.1).`);
  }
  return succeed(jwe);
}
