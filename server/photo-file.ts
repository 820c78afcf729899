import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Visitors fetch it with every page: a photo for a circle of a few pixels has no use for more. */
const maxMegabytes = 10;

/** Why a picture cannot be the owner's photo, as the end of a sentence that begins with the field; `undefined`: it can. */
export function complainOfPhoto(path: string): string | undefined {
  const { size } = statSync(path);
  if (size > maxMegabytes * 1_000_000) {
    return `names a picture of ${Math.round(size / 1_000_000)} MB, and at most ${maxMegabytes} MB are shown: save it smaller`;
  }
  return pictureKind(readStart(path)) === undefined ? 'names a file that is no JPEG, PNG, WebP or AVIF picture' : undefined;
}

/** The media type of a picture, by its first 16 bytes; `undefined` for anything else. */
export function pictureKind(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, 16);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp';
  if (/^[\s\S]{4}ftyp(?:avif|avis|mif1)/.test(text)) return 'image/avif';
  return undefined;
}

function readStart(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(16);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
