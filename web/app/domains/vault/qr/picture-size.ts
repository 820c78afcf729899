import { readRasterPicture } from '@castellan/foundation/raster-picture';

/** Where the sizes of a picture stand: cameras write much before them. */
const headBytes = 256 * 1024;

/** Pixels that are drawn at their full size first, at four bytes each: the largest screenshots and photographs have some fifty million. */
const maxPixels = 64_000_000;

/** Whether drawing a picture takes a known and bearable amount of memory: a small file may claim to be a huge one. */
export async function isDrawable(picture: Blob): Promise<boolean> {
  const size = readRasterPicture(new Uint8Array(await picture.slice(0, headBytes).arrayBuffer()));
  // Of other kinds, such as AVIF, only the browser knows: it has bounds of its own.
  return size === undefined || size.width * size.height <= maxPixels;
}
