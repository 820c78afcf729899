import { fromBase64Url, toBase64Url } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { ivBytes, openBytes, sealBytes } from '../crypto/sealing.ts';
import type { Bytes, PlatformKey, VaultPorts } from '../ports.ts';

/** Bytes of a file that one part holds; the last one may hold fewer. */
export const filePartBytes = 1_048_576;

/** The last part is filled up with zeros to a multiple of this, so that its length says little about the file's. */
const lastPartStep = 65_536;

const tagBytes = 16;

/** A file as its parts are bound to it: its random name in the storage, 32 hexadecimal digits, and how many bytes it has. */
export type FilePlace = { readonly id: string; readonly bytes: number };

/** Why a part gives no bytes. `part_cut`: it is not as long as this part of this file; `part_altered`: it was not sealed as this part of this file under this key. */
export type FilePartFailure = { readonly code: 'part_cut' | 'part_altered' };

/** How many parts a file has; an empty file has one. */
export function filePartsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / filePartBytes));
}

/** A new key and name for one file: neither is ever used for another, nor for other bytes. */
export function drawFileKey({ randomBytes }: Pick<VaultPorts, 'randomBytes'>): { readonly id: string; readonly key: string } {
  const id = Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, key: toBase64Url(randomBytes(32)) };
}

/** The key that a record spells; `undefined` for any other text. */
export async function importFileKey({ crypto }: Pick<VaultPorts, 'crypto'>, spelled: string): Promise<PlatformKey | undefined> {
  const raw = fromBase64Url(spelled);
  if (raw?.byteLength !== 32) return undefined;
  return crypto.importKey('raw', raw, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Seals a part (docs/vault-security.md, “Files of notes in the storage”). `content` must be exactly that part's bytes of the file. */
export async function sealFilePart(
  ports: Pick<VaultPorts, 'crypto' | 'randomBytes'>,
  key: PlatformKey,
  place: FilePlace,
  index: number,
  content: Bytes,
): Promise<Bytes> {
  if (content.byteLength !== bytesOfPart(place, index)) throw new RangeError('this is not the part of the file');
  const padded = new Uint8Array(paddedBytes(place, index));
  padded.set(content);
  return sealBytes(ports, key, aadOf(place, index), padded);
}

/** Opens a part for the place that it was sealed for, and gives its bytes of the file. */
export async function openFilePart(
  { crypto }: Pick<VaultPorts, 'crypto'>,
  key: PlatformKey,
  place: FilePlace,
  index: number,
  sealed: Bytes,
): Promise<Result<Bytes, FilePartFailure>> {
  if (sealed.byteLength !== ivBytes + paddedBytes(place, index) + tagBytes) return fail({ code: 'part_cut' });
  const padded = await openBytes(crypto, key, aadOf(place, index), sealed);
  if (padded === undefined) return fail({ code: 'part_altered' });
  return succeed(padded.subarray(0, bytesOfPart(place, index)));
}

/** The digest of a sealed file: SHA-256 over the SHA-256 of each part in order, as base64url. */
export async function digestOfParts({ crypto }: Pick<VaultPorts, 'crypto'>, parts: readonly Uint8Array[]): Promise<string> {
  const joined = new Uint8Array(parts.length * 32);
  for (const [index, digest] of parts.entries()) joined.set(digest, index * 32);
  return toBase64Url(new Uint8Array(await crypto.digest('SHA-256', joined)));
}

function aadOf({ id, bytes }: FilePlace, index: number): Bytes {
  const last = index === filePartsOf(bytes) - 1 ? 'last' : 'more';
  return frame('castellan.file.1', id, String(bytes), String(index), last);
}

/** How many bytes of the file a part holds; none beyond its end. */
function bytesOfPart({ bytes }: FilePlace, index: number): number {
  return Math.max(0, Math.min(filePartBytes, bytes - index * filePartBytes));
}

function paddedBytes(place: FilePlace, index: number): number {
  if (index < filePartsOf(place.bytes) - 1) return filePartBytes;
  return Math.max(lastPartStep, Math.ceil(bytesOfPart(place, index) / lastPartStep) * lastPartStep);
}
