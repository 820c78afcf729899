import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Article } from '@castellan/content/article';
import type { Picture } from '@castellan/content/markdown/blocks';
import { readRasterPicture } from '@castellan/foundation/raster-picture';
import { pictureKind } from '../photo-file.ts';
import { isOwnFile } from './own-file.ts';

const maxMegabytes = 10;

/** A picture beside the article: no folders, no other hosts. */
const fileName = /^(?:\.\/)?([a-z0-9][a-z0-9._-]{0,99}\.(?:avif|gif|jpe?g|png|webp))$/i;

/** Where the sizes of a picture stand: cameras write much before them. */
const headBytes = 256 * 1024;

const folderPath = '/content/writing/';

/** The picture that an article's address names, or the end of a sentence that says why it cannot be shown. */
export function readArticlePicture(folder: string, address: string): Picture | { readonly problem: string } {
  const name = fileName.exec(address)?.[1];
  if (name === undefined)
    return { problem: 'and it must be the file name of an .avif, .gif, .jpg, .png or .webp picture beside the article' };
  try {
    const path = join(folder, name);
    if (!isOwnFile(folder, path)) return { problem: 'and it must be a file of that folder, and no link to another place' };
    const { size } = statSync(path);
    if (size > maxMegabytes * 1_000_000) {
      return { problem: `which has ${Math.round(size / 1_000_000)} MB, and at most ${maxMegabytes} MB are shown: save it smaller` };
    }
    const head = readHead(path);
    if (typeOf(head) === undefined) return { problem: 'and that file is no AVIF, GIF, JPEG, PNG or WebP picture' };
    return { address: folderPath + name, ...sizeOf(head) };
  } catch {
    return { problem: 'and there is no such file that can be read' };
  }
}

/** Answers with the pictures that published articles show, at `/content/writing/{file name}`, and with nothing else of that folder. */
export function createArticlePictures(
  contentFolder: string,
  articles: () => readonly Article[],
): (request: Request) => Promise<Response | undefined> {
  const folder = join(contentFolder, 'writing');
  return async ({ method, url, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const { pathname } = new URL(url);
    if (!pathname.startsWith(folderPath)) return undefined;
    const isShown = articles().some(({ pictures }) => Object.values(pictures).some(({ address }) => address === pathname));
    if (!isShown) return undefined;
    const path = join(folder, basename(pathname));
    const bytes = await readPicture(folder, path);
    const contentType = bytes === undefined ? undefined : typeOf(bytes);
    if (bytes === undefined || contentType === undefined) return undefined;
    const { mtimeMs, size } = statSync(path);
    const etag = `"${Math.trunc(mtimeMs).toString(36)}-${size.toString(36)}"`;
    const answered = { 'content-type': contentType, 'cache-control': 'public, max-age=3600', etag };
    if (headers.get('if-none-match')?.includes(etag) === true) return new Response(null, { status: 304, headers: answered });
    return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), {
      headers: { ...answered, 'content-length': String(bytes.byteLength), 'cross-origin-resource-policy': 'cross-origin' },
    });
  };
}

/** The bytes as they are now: the file may have become another one since the article was read. */
async function readPicture(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    if (!isOwnFile(folder, path) || statSync(path).size > maxMegabytes * 1_000_000) return undefined;
    return await readFile(path);
  } catch {
    return undefined;
  }
}

/** The media type by the bytes themselves, whatever the file is called; `undefined` for anything that is no such picture. */
function typeOf(bytes: Buffer): string | undefined {
  return /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) ? 'image/gif' : pictureKind(bytes);
}

function sizeOf(head: Buffer): { readonly width: number; readonly height: number } | undefined {
  const { width, height } = readRasterPicture(head) ?? avifSize(head) ?? { width: 0, height: 0 };
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The first size that an AVIF file tells (ISO/IEC 23008-12, ispe): in a usual one that of the whole picture. */
function avifSize(head: Buffer): { readonly width: number; readonly height: number } | undefined {
  const at = head.indexOf('ispe', 0, 'latin1');
  if (pictureKind(head) !== 'image/avif' || at === -1 || at + 16 > head.length) return undefined;
  return { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
