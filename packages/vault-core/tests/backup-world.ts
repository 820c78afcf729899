import { concatBytes } from '@castellan/foundation/bytes';
import { type BackupSecret, openBackup } from '../src/backup/open-backup.ts';
import { splitBackup } from '../src/backup/split-backup.ts';
import type { Bytes, VaultPorts } from '../src/ports.ts';

/** So many bytes that every one of them tells where it stands. */
export function someBytes(count: number): Bytes {
  return Uint8Array.from({ length: count }, (_, index) => (index * 31 + (index >> 8)) & 255);
}

/** Bytes as a file gives them: in pieces of a size. */
export async function* inPieces(bytes: Uint8Array, size = 7_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}

/** Everything that comes, as one. */
export async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return concatBytes(...all);
}

/** What a whole file holds for what is presented, or the code of the failure. */
export async function readBackup(ports: VaultPorts, file: Uint8Array, secret: BackupSecret): Promise<Bytes | string> {
  const split = await splitBackup(inPieces(file));
  if (!split.ok) return split.failure.code;
  const opened = await openBackup(ports, split.value.header, secret);
  if (!opened.ok) return opened.failure.code;
  try {
    return await gathered(opened.value.decrypt(split.value.rest));
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
}
