import { fail, type Result, succeed } from '@castellan/foundation/result';
import { decodeBase64Url } from './base64url.ts';
import { checkHeader } from './check-header.ts';
import { type ParseFailure, saysOfBase64Url, saysOfJson, type TokenPart } from './parse-failure.ts';
import type { Bytes } from './ports.ts';
import { isObject, type Json, type JsonObject, parseStrictJson } from './strict-json.ts';
import { utf8 } from './text-bytes.ts';

/** One signature of a JWS with the headers that it covers and those beside it. */
export type JwsSignature = {
  /** The protected header as it is signed; empty where there is none. */
  readonly protectedText: string;
  readonly protectedHeader: JsonObject;
  readonly unprotectedHeader: JsonObject;
  /** Both together. */
  readonly header: JsonObject;
  readonly signature: Bytes;
};

/** A JWS as its text says, nothing checked yet by cryptography. */
export type Jws = {
  readonly serialization: 'compact' | 'flattened' | 'general';
  /** One at least. */
  readonly signatures: readonly JwsSignature[];
  /** The payload as it stands in the token: base64url, or the bytes themselves where `b64` is false. */
  readonly payloadText: string;
  /** Decoded. Empty where the content is detached. */
  readonly payload: Bytes;
  /** RFC 7797: false where the payload is signed as it is. */
  readonly isEncoded: boolean;
};

type Parsed<Value> = Result<Value, ParseFailure>;

const refuse = (
  code: ParseFailure['code'],
  part: TokenPart,
  at: number,
  message: string,
): { readonly ok: false; readonly failure: ParseFailure } => fail({ code, part, at, message });

/** Parses the compact serialization (RFC 7515 §7.1), the only one that a JWT may have (RFC 7519 §1). */
export function parseCompact(token: string): Parsed<Jws> {
  if (token === '') return refuse('empty', 'token', 0, 'There is no token.');
  if (token.startsWith('{'))
    return refuse('not_compact', 'token', 0, 'This is JSON serialization. JWTs use the compact serialization (RFC 7519 §1).');
  const parts = token.split('.');
  const [headerText = '', payloadText = '', signatureText = ''] = parts;
  if (parts.length === 5)
    return refuse('encrypted', 'token', 0, 'This is an encrypted token (JWE): it has five parts. Decrypt it with its key.');
  if (parts.length !== 3) return refuse('part_count', 'token', 0, `A JWS has three parts separated by dots. This has ${parts.length}.`);
  const header = readHeader(headerText, 0);
  if (!header.ok) return header;
  const checked = checkHeader(header.value, {});
  if (!checked.ok) return checked;
  const payloadAt = utf8(headerText).length + 1;
  const payload = readPayload(payloadText, payloadAt, checked.value.isEncoded);
  if (!payload.ok) return payload;
  const signature = decode('signature', signatureText, payloadAt + utf8(payloadText).length + 1);
  if (!signature.ok) return signature;
  const only = {
    protectedText: headerText,
    protectedHeader: header.value,
    unprotectedHeader: {},
    header: header.value,
    signature: signature.value,
  };
  return succeed({ serialization: 'compact', signatures: [only], payloadText, payload: payload.value, isEncoded: checked.value.isEncoded });
}

/** Parses any of the three serializations of RFC 7515 §7. */
export function parseJws(token: string): Parsed<Jws> {
  return token.startsWith('{') ? parseJson(token) : parseCompact(token);
}

function parseJson(token: string): Parsed<Jws> {
  const read = parseStrictJson(utf8(token));
  if (!read.ok) return fail({ ...saysOfJson('token', read.failure, 0), at: read.failure.at });
  const outer = read.value;
  if (!isObject(outer)) return refuse('not_an_object', 'token', 0, 'JSON serialization must be one object.');
  const isGeneral = 'signatures' in outer;
  if (isGeneral && ['signature', 'protected', 'header'].some((name) => name in outer))
    return refuse('member_twice', 'token', 0, 'General and flattened serialization are mixed (RFC 7515 §7.2.1).');
  const payloadText = outer['payload'] ?? '';
  if (typeof payloadText !== 'string') return refuse('member_type', 'payload', 0, '“payload” must be a string.');
  const listed = isGeneral ? outer['signatures'] : [outer];
  if (!Array.isArray(listed) || listed.length === 0) return refuse('member_missing', 'signature', 0, '“signatures” is empty.');
  const signatures: JwsSignature[] = [];
  const encodings = new Set<boolean>();
  for (const one of listed as readonly Json[]) {
    const signature = readSignature(one);
    if (!signature.ok) return signature;
    signatures.push(signature.value.signature);
    encodings.add(signature.value.isEncoded);
  }
  if (encodings.size > 1) return refuse('member_type', 'header', 0, 'All signatures have the same “b64” (RFC 7797 §3).');
  const isEncoded = !encodings.has(false);
  const payload = readPayload(payloadText, 0, isEncoded);
  if (!payload.ok) return payload;
  return succeed({ serialization: isGeneral ? 'general' : 'flattened', signatures, payloadText, payload: payload.value, isEncoded });
}

function readSignature(one: Json): Parsed<{ readonly signature: JwsSignature; readonly isEncoded: boolean }> {
  if (!isObject(one)) return refuse('member_type', 'signature', 0, 'Each entry of “signatures” is an object.');
  const { protected: protectedText = '', header: unprotectedHeader = {}, signature: signatureText } = one;
  if (typeof signatureText !== 'string') return refuse('member_missing', 'signature', 0, 'A signature is missing.');
  if (typeof protectedText !== 'string') return refuse('member_type', 'header', 0, '“protected” must be a string.');
  if (!isObject(unprotectedHeader)) return refuse('member_type', 'header', 0, '“header” must be an object.');
  const read = protectedText === '' ? succeed({} as JsonObject) : readHeader(protectedText, 0);
  if (!read.ok) return read;
  const checked = checkHeader(read.value, unprotectedHeader);
  if (!checked.ok) return checked;
  const signature = decode('signature', signatureText, 0);
  if (!signature.ok) return signature;
  const header = { ...unprotectedHeader, ...read.value };
  return succeed({
    signature: { protectedText, protectedHeader: read.value, unprotectedHeader, header, signature: signature.value },
    isEncoded: checked.value.isEncoded,
  });
}

/** The header that a base64url text spells. `start`: where the text begins in the token. */
export function readHeader(text: string, start: number): Result<JsonObject, ParseFailure> {
  const bytes = decode('header', text, start);
  if (!bytes.ok) return bytes;
  const json = parseStrictJson(bytes.value);
  if (!json.ok) return fail(saysOfJson('header', json.failure, start));
  return isObject(json.value) ? succeed(json.value) : refuse('not_an_object', 'header', start, 'The header is not a JSON object.');
}

function readPayload(text: string, start: number, isEncoded: boolean): Parsed<Bytes> {
  return isEncoded ? decode('payload', text, start) : succeed(utf8(text));
}

/** The bytes that a part spells; or the offending byte of the whole token. */
export function decode(part: TokenPart, text: string, start: number): Result<Bytes, ParseFailure> {
  const bytes = decodeBase64Url(text);
  return bytes.ok ? bytes : fail(saysOfBase64Url(part, bytes.failure, text, start));
}
