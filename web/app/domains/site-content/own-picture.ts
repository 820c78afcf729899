import { readRasterPicture } from '@castellan/foundation/raster-picture';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Bytes of a file that is opened, and pixels that are drawn at their full size first, at four bytes each. */
export const pictureLimits = { bytes: 25_000_000, pixels: 64_000_000 } as const;

/** Pixels of the longer side of what is sent, and its bytes. */
const sent = { side: 2400, bytes: 2_000_000 } as const;

/** A PNG of a picture that was none stays below this; photographs are far above it. */
const smallPngBytes = 600_000;

/** Cameras write much before the sizes. */
const headBytes = 1024 * 1024;

/** `too_long` and `too_many_pixels`: beyond `pictureLimits`. `no_picture`: nothing that this browser can draw. */
export type PictureFailure = { readonly code: 'too_long' | 'too_many_pixels' | 'no_picture' };

/**
 * Decodes a PNG, JPEG, WebP or AVIF that the owner chose, upright as it is meant. Its size is read off its head before, so that a
 * small file that claims to be a huge picture is not drawn.
 */
export async function openPicture(file: Blob): Promise<Result<ImageBitmap, PictureFailure>> {
  if (file.size > pictureLimits.bytes) return fail({ code: 'too_long' });
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const size = readPictureSize(head);
  if (size === undefined) return fail({ code: 'no_picture' });
  if (size.width * size.height > pictureLimits.pixels) return fail({ code: 'too_many_pixels' });
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap === undefined ? fail({ code: 'no_picture' }) : succeed(bitmap);
}

/** The size that a picture's head tells; `undefined` where it is none of the four kinds. Of an AVIF the largest that it names. */
export function readPictureSize(head: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const picture = readRasterPicture(head);
  if (picture !== undefined) return picture.type === 'image/gif' || picture.type === 'image/x-icon' ? undefined : picture;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 12 || !/^ftyp(?:avif|avis|mif1)$/.test(String.fromCharCode(...head.subarray(4, 12)))) return undefined;
  let [width, height] = [0, 0];
  // ISO/IEC 23008-12, ispe.
  for (let at = head.indexOf(0x69); at !== -1 && at + 16 <= head.length; at = head.indexOf(0x69, at + 1)) {
    if (view.getUint32(at) !== 0x69737065) continue;
    width = Math.max(width, view.getUint32(at + 8));
    height = Math.max(height, view.getUint32(at + 12));
  }
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/**
 * The picture as it is sent, in base64: at most 2,400 pixels a side, as PNG where it was one or is small as one, otherwise as JPEG on
 * white. Only pixels are in it: no place, no date, no camera. `undefined` where it stays beyond 2 MB.
 */
export async function packPicture(bitmap: ImageBitmap, isPng: boolean): Promise<string | undefined> {
  const scale = Math.min(1, sent.side / Math.max(bitmap.width, bitmap.height));
  const [width = 1, height = 1] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const draw = (ground: string | undefined) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) return canvas;
    if (ground !== undefined) {
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas;
  };
  const png = await draw(undefined).convertToBlob({ type: 'image/png' });
  if (png.size <= (isPng ? sent.bytes : smallPngBytes)) return base64Of(png);
  const jpeg = await draw('white').convertToBlob({ type: 'image/jpeg', quality: 0.88 });
  return jpeg.size <= sent.bytes ? base64Of(jpeg) : undefined;
}

/** Bytes as base64. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** What keeps a picture from being taken, as a sentence. */
export const pictureFailureTexts: Readonly<Record<PictureFailure['code'], string>> = {
  too_long: 'The file has more than 25 MB: save it smaller.',
  too_many_pixels: 'The picture has more than 64 million pixels: scale it down.',
  no_picture: 'This browser cannot read it as a PNG, JPEG, WebP or AVIF picture.',
};
