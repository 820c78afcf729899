import { readRasterPicture } from '@castellan/foundation/raster-picture';
import { z } from 'zod';
import { readPhoto } from '../../engravings/read-photo.ts';
import type { ForeignReads, Reader } from '../../foreign/reader.ts';
import { DamagedPicture, stripPicture } from './strip-picture.ts';

/** Bytes of a picture that is sent here. The browser scales it before. */
export const maxPictureBytes = 2_000_000;

/** Base64 of as many bytes. */
export const maxPictureText = Math.ceil(maxPictureBytes / 3) * 4;

const maxSide = 4096;

const pictureSchema = z.object({
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.int().min(1),
  height: z.int().min(1),
  isAnimated: z.boolean(),
});

/** Tells what an uploaded picture is by its own bytes, and hands on what is left of them without what it says of its making. */
export const uploadedPictureReader: Reader<null, z.infer<typeof pictureSchema> | null> = {
  name: 'uploaded picture',
  read: ({ body }) => {
    const picture = readRasterPicture(body);
    // No others can be decoded here to see whether they are whole; the browser makes these of them.
    if (picture?.type !== 'image/png' && picture?.type !== 'image/jpeg') return { value: null };
    const { type, width, height, isAnimated } = picture;
    try {
      return { value: { type, width, height, isAnimated }, bytes: stripPicture(Buffer.from(body), type) };
    } catch (error) {
      if (error instanceof DamagedPicture || error instanceof RangeError) return { value: null };
      throw error;
    }
  },
  value: pictureSchema.nullable(),
  maxBytes: maxPictureBytes,
};

/** A picture that can be shown, without what it said of its making. */
export type CheckedPicture = { readonly type: z.infer<typeof pictureSchema>['type']; readonly bytes: Buffer };

/**
 * Tells what the bytes are away from this thread, and has them decoded in a process of its own. `minSide`: the fewest pixels of each
 * side. A problem is the end of a sentence that begins with the picture.
 */
export async function checkPicture(
  reads: ForeignReads,
  sent: Buffer,
  { minSide, signal }: { readonly minSide: number; readonly signal: AbortSignal },
): Promise<CheckedPicture | { readonly problem: string }> {
  if (sent.length > maxPictureBytes) return { problem: `has ${sent.length} bytes, and at most ${maxPictureBytes} are taken` };
  const read = await reads.read(uploadedPictureReader, sent, null, signal);
  const picture = read.ok ? read.value.value : null;
  if (!read.ok || picture === null) return { problem: 'must be a whole JPEG or PNG picture' };
  const { type, width, height, isAnimated } = picture;
  if (isAnimated) return { problem: 'must be a picture that does not move' };
  if (Math.min(width, height) < minSide || Math.max(width, height) > maxSide) {
    return { problem: `has ${width} × ${height} pixels, and each side must have ${minSide} to ${maxSide}` };
  }
  const { bytes } = read.value;
  try {
    await readPhoto(bytes);
  } catch {
    return { problem: 'is damaged, or nothing can be seen in it' };
  }
  return { type, bytes };
}
