import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Gunzip } from 'fflate';
import * as kdbxweb from 'kdbxweb';
import type { Argon2 } from '../export/archive-crypto.ts';
import { isBearableArgon2 } from './bitwarden-encrypted.ts';
import { type ImportFailure, importLimits } from './import-model.ts';

/** What opens a KeePass file. At least one of the two. */
export type KdbxCredentials = { readonly password: string | undefined; readonly keyFile: Uint8Array | undefined };

/**
 * Opens a KDBX 4 file (https://keepass.info/help/kb/kdbx.html). The cost of its key derivation is read from the outer header
 * and refused where it is absurd, before memory is spent; what it unpacks to is counted before it is unpacked.
 */
export async function openKdbx(
  bytes: Uint8Array,
  credentials: KdbxCredentials,
  argon2: Argon2,
): Promise<Result<kdbxweb.Kdbx, ImportFailure>> {
  const { password, keyFile } = credentials;
  if (password === undefined && keyFile === undefined) return fail({ code: 'password_needed' });
  const data = bufferOf(bytes);
  const header = readHeader(data);
  if (header === undefined) return fail({ code: 'file_damaged' });
  if (header.versionMajor !== 4) return fail({ code: 'version_unsupported' });
  if (!isBearableKdf(header)) return fail({ code: 'kdf_refused' });
  const derivation = deriveWith(argon2);
  try {
    const secret = password === undefined ? null : kdbxweb.ProtectedValue.fromString(password);
    const opener = new kdbxweb.KdbxCredentials(secret, keyFile === undefined ? null : bufferOf(keyFile));
    await opener.ready;
    if (await unpacksTooLarge(data, header, opener)) return fail({ code: 'archive_bomb' });
    return succeed(await kdbxweb.Kdbx.load(data, opener));
  } catch (error) {
    return fail({ code: derivation.hasFailed() ? 'derivation_failed' : codeOf(error) });
  }
}

function codeOf(error: unknown): ImportFailure['code'] {
  if (!(error instanceof kdbxweb.KdbxError)) return 'file_damaged';
  if (error.code === 'InvalidKey') return 'wrong_password';
  return error.code === 'Unsupported' ? 'cipher_unsupported' : 'file_damaged';
}

/** Lets kdbxweb derive with the port given, once for the same request: the file is opened in two passes. */
export function deriveWith(argon2: Argon2): { readonly hasFailed: () => boolean } {
  let failed = false;
  let last: { readonly key: string; readonly derived: Promise<Uint8Array> } | undefined;
  kdbxweb.CryptoEngine.setArgon2Impl(async (password, salt, memoryKib, passes, byteCount, lanes, type, version) => {
    if (version !== 0x13) throw new kdbxweb.KdbxError('Unsupported', 'argon2 version');
    const request = { password: new Uint8Array(password), salt: new Uint8Array(salt), memoryKib, passes, lanes, byteCount };
    const key = JSON.stringify([[...request.password], [...request.salt], memoryKib, passes, lanes, type]);
    if (last?.key !== key) last = { key, derived: argon2({ ...request, variant: type === 0 ? 'argon2d' : 'argon2id' }) };
    try {
      return bufferOf(await last.derived);
    } catch (error) {
      failed = true;
      throw error;
    }
  });
  return { hasFailed: () => failed };
}

function readHeader(data: ArrayBuffer): kdbxweb.KdbxHeader | undefined {
  try {
    const kdbx = new kdbxweb.Kdbx();
    return kdbxweb.KdbxHeader.read(new kdbxweb.BinaryStream(data), new kdbxweb.KdbxContext({ kdbx }));
  } catch (error) {
    // A version it does not know is told from a damaged file by the header that it would have read.
    if (error instanceof kdbxweb.KdbxError && error.code === 'InvalidVersion')
      return Object.assign(new kdbxweb.KdbxHeader(), { versionMajor: 0 });
    return undefined;
  }
}

function isBearableKdf(header: kdbxweb.KdbxHeader): boolean {
  const parameters = header.kdfParameters;
  const id = parameters?.get('$UUID');
  const number = (name: string) => {
    const value = parameters?.get(name);
    // Read by its halves: kdbxweb's own reading throws where the number is larger than a double counts exactly.
    return typeof value === 'number' ? value : value instanceof kdbxweb.Int64 ? (value.hi >>> 0) * 2 ** 32 + (value.lo >>> 0) : Number.NaN;
  };
  if (!(id instanceof ArrayBuffer)) return false;
  const name = kdbxweb.ByteUtils.bytesToBase64(id);
  if (name === kdbxweb.Consts.KdfId.Aes) return number('R') >= 1 && number('R') <= importLimits.aesKdfRounds;
  if (name !== kdbxweb.Consts.KdfId.Argon2d && name !== kdbxweb.Consts.KdfId.Argon2id) return false;
  return isBearableArgon2(number('M') / 1024, number('I'), number('P'));
}

/**
 * Whether the file's compressed content is larger than the limit once unpacked. It is decrypted here the way KDBX 4 says (key =
 * SHA-256(seed ‖ derived key)) and inflated piece by piece; any other fault is left to the opening proper, which names it.
 */
async function unpacksTooLarge(data: ArrayBuffer, header: kdbxweb.KdbxHeader, opener: kdbxweb.KdbxCredentials): Promise<boolean> {
  const { kdfParameters, masterSeed, encryptionIV, dataCipherUuid, endPos } = header;
  if (header.compression !== kdbxweb.Consts.CompressionAlgorithm.GZip) return false;
  if (kdfParameters === undefined || masterSeed === undefined || encryptionIV === undefined || endPos === undefined) return false;
  const derived = new Uint8Array(await kdbxweb.KeyEncryptorKdf.encrypt(await opener.getHash(), kdfParameters));
  const key = await kdbxweb.CryptoEngine.sha256(joined([new Uint8Array(masterSeed), derived]));
  const sealed = joined(blocksOf(new Uint8Array(data), endPos + 64));
  try {
    if (dataCipherUuid?.id === kdbxweb.Consts.CipherId.ChaCha20) {
      return inflatesTooLarge(await kdbxweb.CryptoEngine.chacha20(sealed, key, encryptionIV));
    }
    const cipher = kdbxweb.CryptoEngine.createAesCbc();
    await cipher.importKey(key);
    return inflatesTooLarge(await cipher.decrypt(sealed, encryptionIV));
  } catch {
    return false;
  }
}

/** Blocks: HMAC of 32 bytes, length in 4 little-endian bytes, data; an empty one is the last. */
function blocksOf(bytes: Uint8Array, start: number): readonly Uint8Array[] {
  const blocks: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = start;
  while (place + 36 <= bytes.length) {
    const length = view.getUint32(place + 32, true);
    if (length === 0) break;
    blocks.push(bytes.subarray(place + 36, place + 36 + length));
    place += 36 + length;
  }
  return blocks;
}

function inflatesTooLarge(packed: ArrayBuffer): boolean {
  let total = 0;
  const counter = new Gunzip((chunk) => {
    total += chunk.length;
  });
  const bytes = new Uint8Array(packed);
  try {
    for (let place = 0; place < bytes.length && total <= importLimits.unpackedBytes; place += 16_384) {
      counter.push(bytes.subarray(place, place + 16_384), place + 16_384 >= bytes.length);
    }
  } catch {
    // Damaged packing is named by the opening proper.
  }
  return total > importLimits.unpackedBytes;
}

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole.buffer;
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return joined([bytes]);
}
