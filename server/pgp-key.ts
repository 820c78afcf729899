import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** A key with many signatures on it has some hundred kilobytes. */
const maxBytes = 1_000_000;

/** Where the site serves the owner's public key. */
export const pgpKeyPath = '/pgp.asc';

/** Why a file cannot be the owner's public key, as the end of a sentence that begins with the field; `undefined`: it can. */
export function complainOfPgpKey(path: string, fingerprint: string): string | undefined {
  if (statSync(path).size > maxBytes) return 'names a file of more than 1 MB: export the public key alone';
  const text = readFileSync(path, 'latin1');
  if (text.includes('PRIVATE KEY')) return 'names a file with a private key, which nobody else may have: export the public key';
  const found = fingerprintOf(text);
  if (found === undefined) return 'names a file that holds no public key in ASCII armour (gpg --armor --export)';
  return found === fingerprint ? undefined : `names a key whose fingerprint is ${found}, not the one that is given beside it`;
}

/** The fingerprint of the first key in an armoured block, 40 hexadecimal digits (RFC 9580 §5.5.4.2); of older and newer kinds none. */
function fingerprintOf(armoured: string): string | undefined {
  const lines = armoured.split(/\r?\n/);
  const begin = lines.indexOf('-----BEGIN PGP PUBLIC KEY BLOCK-----');
  const end = lines.indexOf('-----END PGP PUBLIC KEY BLOCK-----');
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
