import { type DerElement, readDer, writeDer } from '@castellan/foundation/der';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { checkJwk, isPrivate, type Jwk, type KeyFailure, platformJwk } from './jwk.ts';
import type { Bytes, PlatformAlgorithm, PlatformJwk, TokenCrypto } from './ports.ts';

const bad = (code: KeyFailure['code'], message: string) => fail<KeyFailure>({ code, message });

const oids = {
  rsa: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01],
  ec: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ed25519: [0x2b, 0x65, 0x70],
  p256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07],
  p384: [0x2b, 0x81, 0x04, 0x00, 0x22],
  p521: [0x2b, 0x81, 0x04, 0x00, 0x23],
} as const;

const curves = [
  [oids.p256, 'P-256'],
  [oids.p384, 'P-384'],
  [oids.p521, 'P-521'],
] as const;

/** Whether a text holds something in PEM (RFC 7468). */
export function isPem(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]+-----/.test(text);
}

/** The first key of a PEM text as a JWK: SPKI, PKCS #8, PKCS #1, SEC 1 or the key of an X.509 certificate. Encrypted keys are refused. */
export async function parsePem(text: string, crypto: TokenCrypto): Promise<Result<Jwk, KeyFailure>> {
  const block = findBlock(text);
  if (block === undefined) return bad('key_unreadable', 'The PEM text has no matching BEGIN and END lines.');
  const { label, body } = block;
  if (label === 'ENCRYPTED PRIVATE KEY' || body.includes('Proc-Type'))
    return bad('key_unsupported', 'This private key is encrypted. Decrypt it first, for example with openssl pkey.');
  const bytes = fromBase64(body.replaceAll(/\s+/g, ''));
  const elements = bytes === undefined ? undefined : readDer(bytes);
  const [outer] = elements ?? [];
  if (bytes === undefined || outer?.tag !== 0x30 || elements?.length !== 1)
    return bad('key_unreadable', 'The PEM content is not valid DER.');
  const wrapped = wrap(label, outer);
  if (wrapped === undefined) return bad('key_unsupported', `“${label}” is not a supported key or certificate.`);
  const algorithm = algorithmOf(wrapped);
  if (algorithm === undefined) return bad('key_unsupported', 'The key is not RSA, EC (P-256, P-384, P-521) or Ed25519.');
  try {
    const uses: ('sign' | 'verify')[] = [wrapped.format === 'spki' ? 'verify' : 'sign'];
    const key = await crypto.importKey(wrapped.format, wrapped.bytes, algorithm, true, uses);
    return checkJwk(bareJwk(await crypto.exportKey('jwk', key)));
  } catch (fault) {
    const isMissing = fault instanceof Error && fault.name === 'NotSupportedError';
    return isMissing
      ? bad('key_unsupported', `This platform’s WebCrypto does not support ${algorithm.name}.`)
      : bad('key_malformed', 'The key is malformed.');
  }
}

/** A key in PEM: PKCS #8 where it is private, SPKI where it is public. A secret has no PEM. */
export async function writePem(key: Jwk, part: 'public' | 'whole', crypto: TokenCrypto): Promise<Result<string, KeyFailure>> {
  const algorithm = key.kty === 'oct' ? undefined : importOf(key);
  if (algorithm === undefined) return bad('key_type', 'An HMAC secret has no PEM encoding.');
  const isWhole = part === 'whole' && isPrivate(key);
  try {
    const imported = await crypto.importKey('jwk', platformJwk(key, isWhole ? 'whole' : 'public'), algorithm, true, [
      isWhole ? 'sign' : 'verify',
    ]);
    const bytes = new Uint8Array(await crypto.exportKey(isWhole ? 'pkcs8' : 'spki', imported));
    const label = isWhole ? 'PRIVATE KEY' : 'PUBLIC KEY';
    return succeed(`-----BEGIN ${label}-----\n${(toBase64(bytes).match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`);
  } catch {
    return bad('key_malformed', 'The key is malformed.');
  }
}

type Wrapped = { readonly format: 'spki' | 'pkcs8'; readonly bytes: Bytes };

function wrap(label: string, outer: DerElement): Wrapped | undefined {
  const inner = readDer(outer.content) ?? [];
  const rsaId = writeDer(0x30, writeDer(6, Uint8Array.from(oids.rsa)), writeDer(5));
  switch (label) {
    case 'PUBLIC KEY':
      return { format: 'spki', bytes: outer.whole };
    case 'PRIVATE KEY':
      return { format: 'pkcs8', bytes: outer.whole };
    case 'RSA PUBLIC KEY':
      return { format: 'spki', bytes: writeDer(0x30, rsaId, writeDer(3, Uint8Array.of(0), outer.whole)) };
    case 'RSA PRIVATE KEY':
      return { format: 'pkcs8', bytes: writeDer(0x30, writeDer(2, Uint8Array.of(0)), rsaId, writeDer(4, outer.whole)) };
    case 'EC PRIVATE KEY': {
      const curve = inner.find(({ tag }) => tag === 0xa0)?.content;
      if (curve === undefined) return undefined;
      const id = writeDer(0x30, writeDer(6, Uint8Array.from(oids.ec)), curve);
      return { format: 'pkcs8', bytes: writeDer(0x30, writeDer(2, Uint8Array.of(0)), id, writeDer(4, outer.whole)) };
    }
    case 'CERTIFICATE': {
      const body = readDer(inner[0]?.content ?? new Uint8Array()) ?? [];
      // Version, where it is there, then serial, algorithm, issuer, validity, subject, key (RFC 5280 §4.1).
      const key = body[body[0]?.tag === 0xa0 ? 6 : 5];
      return key === undefined ? undefined : { format: 'spki', bytes: key.whole };
    }
    default:
      return undefined;
  }
}

function algorithmOf({ format, bytes }: Wrapped): PlatformAlgorithm | undefined {
  const members = readDer(readDer(bytes)?.[0]?.content ?? new Uint8Array()) ?? [];
  const id = readDer(members[format === 'spki' ? 0 : 1]?.content ?? new Uint8Array()) ?? [];
  const is = (element: DerElement | undefined, oid: readonly number[]) => element?.tag === 6 && element.content.join() === oid.join();
  if (is(id[0], oids.rsa)) return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  if (is(id[0], oids.ed25519)) return { name: 'Ed25519' };
  const curve = curves.find(([oid]) => is(id[1], oid))?.[1];
  return is(id[0], oids.ec) && curve !== undefined ? { name: 'ECDSA', namedCurve: curve } : undefined;
}

function importOf(key: Jwk): PlatformAlgorithm {
  if (key.kty === 'RSA') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return key.kty === 'OKP' ? { name: String(key['crv']) } : { name: 'ECDSA', namedCurve: String(key['crv']) };
}

/** Without what the platform adds about the import: its algorithm and uses are not the key's. */
function bareJwk(key: PlatformJwk): { readonly [name: string]: string } {
  const names = ['kty', 'crv', 'x', 'y', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;
  return Object.fromEntries(names.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = Array.from(text.replaceAll('=', ''), (character) => alphabet.indexOf(character));
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (let index = 0; index < bytes.length; index += 1) {
    const at = Math.floor((index * 4) / 3);
    const pair = ((digits[at] ?? 0) << 6) | (digits[at + 1] ?? 0);
    bytes[index] = (pair >> (4 - 2 * (index % 3))) & 255;
  }
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    text += (left > 1 ? alphabet.charAt((group >> 6) & 63) : '=') + (left > 2 ? alphabet.charAt(group & 63) : '=');
  }
  return text;
}

/** The first BEGIN line that an END line of its label follows, and what stands between them. */
function findBlock(text: string): { readonly label: string; readonly body: string } | undefined {
  // Where each label ends last: without it, every BEGIN line that has no end would be followed through the whole text.
  const ends = new Map([...text.matchAll(/-----END ([A-Z0-9 ]+)-----/g)].map(({ index, 1: label = '' }) => [label, index]));
  for (const { 0: line, 1: label = '', index } of text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)) {
    const from = index + line.length;
    if ((ends.get(label) ?? -1) >= from) return { label, body: text.slice(from, text.indexOf(`-----END ${label}-----`, from)) };
  }
  return undefined;
}
