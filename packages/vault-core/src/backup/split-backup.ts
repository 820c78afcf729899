import { concatBytes, utf8 } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Bytes } from '../ports.ts';

/** Bytes of a header at most: 64 ways in of the longest kind. Nothing longer is read. */
export const maxHeaderBytes = 262_144;

/** A file's header, and everything behind it. */
export type SplitBackup = { readonly header: Bytes; readonly rest: AsyncGenerator<Uint8Array> };

/** Parts a file into its header and the rest; where no header ends within what one may have, no more is read. */
export async function splitBackup(pieces: AsyncIterable<Uint8Array>): Promise<Result<SplitBackup, { readonly code: 'not_a_backup' }>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let read: Bytes = new Uint8Array(0);
  while (read.byteLength < maxHeaderBytes && startsAsAge(read)) {
    const next = await iterator.next();
    if (next.done === true) break;
    read = concatBytes(read, next.value);
    const end = headerEnd(read.subarray(0, maxHeaderBytes));
    if (end !== undefined && startsAsAge(read)) return succeed({ header: read.slice(0, end), rest: restOf(read.slice(end), iterator) });
  }
  await iterator.return?.();
  return fail({ code: 'not_a_backup' });
}

async function* restOf(first: Bytes, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.byteLength > 0) yield first;
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

const magic = utf8('age-encryption.org/v1\n');
const lastLine = utf8('--- ');
const newline = 10;

function startsAsAge(bytes: Bytes): boolean {
  return bytes.subarray(0, magic.byteLength).every((byte, index) => byte === magic[index]);
}

/** Where the line ends that begins with `---`; `undefined` where it is not there yet. */
function headerEnd(bytes: Bytes): number | undefined {
  for (let start = 0; ; ) {
    const end = bytes.indexOf(newline, start);
    if (end < 0) return undefined;
    if (lastLine.every((byte, index) => byte === bytes[start + index])) return end + 1;
    start = end + 1;
  }
}
