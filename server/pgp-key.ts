import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** A key with many signatures on it has some hundred kilobytes. */
export const maxKeyBytes = 1_000_000;

/** Where the site serves the owner's public key. */
export const pgpKeyPath = '/pgp.asc';

/** Why a file cannot be the owner's public key, as the end of a sentence that begins with the field; `undefined`: it can. */
export function complainOfPgpKey(path: string, fingerprint: string): string | undefined {
  if (statSync(path).size > maxKeyBytes) return 'names a file of more than 1 MB: export the public key alone';
  const key = readPublicKey(readFileSync(path, 'latin1'));
  if ('holds' in key) return `names a file ${key.holds}`;
  return key.fingerprint === fingerprint
    ? undefined
    : `names a key whose fingerprint is ${key.fingerprint}, not the one that is given beside it`;
}

/**
 * The public key in a text: its fingerprint, and its armoured block without what stands around it. Where the text cannot be used,
 * what it holds instead, as the end of a sentence.
 */
export function readPublicKey(text: string): { readonly fingerprint: string; readonly armoured: string } | { readonly holds: string } {
  if (text.includes('PRIVATE KEY')) return { holds: 'with a private key, which nobody else may have: export the public key' };
  const fingerprint = fingerprintOf(text);
  if (fingerprint === undefined) return { holds: 'that holds no public key in ASCII armour (gpg --armor --export)' };
  const lines = text.split(/\r?\n/);
  return { fingerprint, armoured: `${lines.slice(lines.indexOf(firstLine), lines.indexOf(lastLine) + 1).join('\n')}\n` };
}

const firstLine = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const lastLine = '-----END PGP PUBLIC KEY BLOCK-----';

/** The fingerprint of the first key in an armoured block, 40 hexadecimal digits (RFC 9580 §5.5.4.2); of older and newer kinds none. */
function fingerprintOf(armoured: string): string | undefined {
  const lines = armoured.split(/\r?\n/);
  const begin = lines.indexOf(firstLine);
  const end = lines.indexOf(lastLine);
  const blank = lines.findIndex((line, at) => at > begin && line.trim() === '');
  if (begin < 0 || blank < 0 || end < blank) return undefined;
  // The checksum is a line of its own that begins with an equals sign.
  const base64 = lines.slice(blank + 1, end).filter((line) => !line.startsWith('='));
  const body = publicKeyPacket(Buffer.from(base64.join(''), 'base64'));
  if (body?.[0] !== 4) return undefined;
  const head = Buffer.from([0x99, body.length >> 8, body.length & 0xff]);
  return createHash('sha1').update(head).update(body).digest('hex').toUpperCase();
}

/** The body of the first packet, where that is a public key (RFC 9580 §4.2). */
function publicKeyPacket(bytes: Buffer): Buffer | undefined {
  const [tag = 0, first = 0, second = 0] = bytes;
  const isNewForm = (tag & 0x40) !== 0;
  const kind = isNewForm ? tag & 0x3f : (tag & 0x3c) >> 2;
  if ((tag & 0x80) === 0 || kind !== 6) return undefined;
  const isLong = isNewForm ? first >= 192 && first < 224 : (tag & 0x03) === 1;
  const isShort = isNewForm ? first < 192 : (tag & 0x03) === 0;
  if (!isLong && !isShort) return undefined;
  const start = isLong ? 3 : 2;
  const length = isShort ? first : isNewForm ? ((first - 192) << 8) + second + 192 : (first << 8) + second;
  return bytes.length < start + length ? undefined : bytes.subarray(start, start + length);
}
