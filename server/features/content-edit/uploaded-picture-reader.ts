import { readRasterPicture } from '@castellan/foundation/raster-picture';
import { z } from 'zod';
import type { Reader } from '../../foreign/reader.ts';
import { DamagedPicture, stripPicture } from './strip-picture.ts';

/** Bytes of a picture that is sent here. The browser scales it before. */
export const maxPictureBytes = 2_000_000;

const pictureSchema = z.object({
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.int().min(1),
  height: z.int().min(1),
  isAnimated: z.boolean(),
});

/** What the bytes of an uploaded picture say. */
export type UploadedPicture = z.infer<typeof pictureSchema>;

/** Tells what an uploaded picture is by its own bytes, and hands on what is left of them without what it says of its making. */
export const uploadedPictureReader: Reader<null, UploadedPicture | null> = {
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
  // The owner waits for it, and on a busy machine a process takes seconds to begin.
  longestMs: 20_000,
};
