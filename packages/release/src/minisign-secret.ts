import { fail, type Result, succeed } from '@castellan/foundation/result';
import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** A secret key that is open. `id`: the eight bytes by which signatures and public keys name it; `seed`: the 32 of the key itself. */
export type MinisignSecret = { readonly id: Uint8Array; readonly seed: Uint8Array };

/** A secret key's file. Its key is in clear, or under a passphrase that is stretched by scrypt at the price that the file names. */
export type MinisignSecretFile = {
  readonly isEncrypted: boolean;
  /** `wrong_passphrase` where what comes out is no key. An unencrypted key takes no passphrase, and ignores one. */
  readonly open: (passphrase: string) => Result<MinisignSecret, { readonly code: 'wrong_passphrase' }>;
};

/** Why a text is no secret key. `too_costly`: opening it would take more than the gigabyte that minisign's own keys take. */
export type MinisignSecretFailure = { readonly code: 'malformed' | 'too_costly' };

/** How hard guessing at a passphrase is, in libsodium's terms: operations and bytes of memory. */
export type ScryptLimits = { readonly operations: number; readonly memory: number };

/** The platform's scrypt (RFC 7914): a gigabyte takes seconds there, and a minute in JavaScript. */
export type Scrypt = (
  passphrase: Uint8Array,
  salt: Uint8Array,
  cost: { readonly N: number; readonly r: number; readonly p: number; readonly length: number },
) => Uint8Array;

/** What minisign takes unless the machine has too little memory: a gigabyte and some seconds. */
export const minisignLimits: ScryptLimits = { operations: 2 ** 25, memory: 2 ** 30 };

const blockSize = 8;
const at = { key: 54, checksum: 54 + 72, end: 54 + 104 } as const;
const untrusted = 'untrusted comment: ';

/** Reads the file that `minisign -G` writes, with a passphrase or without (`-W`). Format: https://jedisct1.github.io/minisign/. */
export function readMinisignSecret(text: string, scrypt: Scrypt): Result<MinisignSecretFile, MinisignSecretFailure> {
  const bytes = bytesOfFile(text);
  const algorithms = bytes === undefined ? '' : String.fromCharCode(...bytes.subarray(0, 6));
  if (bytes === undefined || !['EdScB2', 'Ed\0\0B2'].includes(algorithms)) return fail({ code: 'malformed' });
  if (algorithms !== 'EdScB2') {
    const plain = secretIn(bytes.subarray(at.key));
    return plain === undefined ? fail({ code: 'malformed' }) : succeed({ isEncrypted: false, open: () => succeed(plain) });
  }
  const limits = limitsIn(bytes);
  if (limits.memory > minisignLimits.memory || limits.operations > minisignLimits.operations) return fail({ code: 'too_costly' });
  const open: MinisignSecretFile['open'] = (passphrase) => {
    const key = hidden(bytes.subarray(at.key), passphrase, bytes.subarray(6, 38), { limits, scrypt });
    const secret = equal(key.subarray(72), checksumOf(key.subarray(0, 72))) ? secretIn(key) : undefined;
    return secret === undefined ? fail({ code: 'wrong_passphrase' }) : succeed(secret);
  };
  return succeed({ isEncrypted: true, open });
}

/**
 * The two files of a new key, as minisign writes and reads them.
 * @param random - 72 random bytes: the key's number, its seed, and the salt of its passphrase
 * @param passphrase - `undefined`: the key lies in its file in clear
 */
export function makeMinisignKeys(random: Uint8Array, passphrase: string | undefined, scrypt: Scrypt, limits = minisignLimits) {
  const [id, seed, salt] = [random.slice(0, 8), random.slice(8, 40), random.slice(40, 72)];
  const publicKey = ed25519.getPublicKey(seed);
  const key = concatBytes(id, seed, publicKey);
  const secret =
    passphrase === undefined
      ? concatBytes(utf8ToBytes('Ed\0\0B2'), new Uint8Array(48), key, new Uint8Array(32))
      : concatBytes(
          utf8ToBytes('EdScB2'),
          ...[salt, littleEndian(limits.operations), littleEndian(limits.memory)],
          hidden(concatBytes(key, checksumOf(key)), passphrase, salt, { limits, scrypt }),
        );
  const number = bytesToHex(id.toReversed()).toUpperCase();
  return {
    secretFile: `${untrusted}minisign encrypted secret key\n${base64.encode(secret)}\n`,
    publicFile: publicFileOf(number, concatBytes(utf8ToBytes('Ed'), id, publicKey)),
  };
}

/** The file of the public key that belongs to a secret one. */
export function publicKeyFile({ id, seed }: MinisignSecret): string {
  return publicFileOf(bytesToHex(id.toReversed()).toUpperCase(), concatBytes(utf8ToBytes('Ed'), id, ed25519.getPublicKey(seed)));
}

/**
 * The signature's file for bytes, prehashed. The same bytes, comment and key give the same file.
 * @param comment - signed with the signature: one line
 */
export function signMinisign(bytes: Uint8Array, { id, seed }: MinisignSecret, comment: string): string {
  const signature = ed25519.sign(blake2b(bytes, { dkLen: 64 }), seed);
  const whole = ed25519.sign(concatBytes(signature, utf8ToBytes(comment)), seed);
  const first = base64.encode(concatBytes(utf8ToBytes('ED'), id, signature));
  return `${untrusted}signature of a Castellan release\n${first}\ntrusted comment: ${comment}\n${base64.encode(whole)}\n`;
}

function publicFileOf(number: string, bytes: Uint8Array): string {
  return `${untrusted}minisign public key ${number}\n${base64.encode(bytes)}\n`;
}

function bytesOfFile(text: string): Uint8Array | undefined {
  const [comment, line, ...more] = text.trimEnd().split(/\r?\n/);
  if (text.length > 4096 || !comment?.startsWith(untrusted) || line === undefined || more.length > 0) return undefined;
  try {
    const bytes = base64.decode(line);
    return bytes.length === at.end ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** The key among its decrypted bytes, where the public half that lies beside the secret one belongs to it. */
function secretIn(key: Uint8Array): MinisignSecret | undefined {
  const [id, seed] = [key.slice(0, 8), key.slice(8, 40)];
  return equal(ed25519.getPublicKey(seed), key.subarray(40, 72)) ? { id, seed } : undefined;
}

function checksumOf(key: Uint8Array): Uint8Array {
  return blake2b(concatBytes(utf8ToBytes('Ed'), key), { dkLen: 32 });
}

/** Hides what is open and opens what is hidden: the stream of the passphrase is laid over it. */
function hidden(
  key: Uint8Array,
  passphrase: string,
  salt: Uint8Array,
  { limits, scrypt }: { readonly limits: ScryptLimits; readonly scrypt: Scrypt },
): Uint8Array {
  const stream = scrypt(utf8ToBytes(passphrase), salt, { ...scryptOf(limits), length: key.length });
  return key.map((byte, index) => byte ^ (stream[index] ?? 0));
}

/** As libsodium turns its two limits into scrypt's numbers (`crypto_pwhash_scryptsalsa208sha256`): powers of two, blocks of 1 kB. */
function scryptOf({ operations, memory }: ScryptLimits): { readonly N: number; readonly r: number; readonly p: number } {
  const most = Math.max(operations, 32_768);
  const isShortOfTime = most < memory / 32;
  const largest = isShortOfTime ? most / (blockSize * 4) : memory / (blockSize * 128);
  const N = 2 ** Math.max(1, Math.floor(Math.log2(largest)));
  return { N, r: blockSize, p: isShortOfTime ? 1 : Math.max(1, Math.floor(most / 4 / N / blockSize)) };
}

function limitsIn(bytes: Uint8Array): ScryptLimits {
  const view = new DataView(bytes.buffer, bytes.byteOffset + 38, 16);
  return { operations: Number(view.getBigUint64(0, true)), memory: Number(view.getBigUint64(8, true)) };
}

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
