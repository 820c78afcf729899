import { type RasterPicture, readRasterPicture } from '@castellan/foundation/raster-picture';
import { z } from 'zod';
import type { Reader } from './reader.ts';

const pictureSchema = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon']),
  width: z.int().min(0),
  height: z.int().min(0),
  isAnimated: z.boolean(),
});

/** Tells what a picture is by its own bytes, and hands these on where they are one. */
export const pictureReader: Reader<null, { readonly status: number; readonly picture: RasterPicture | null }> = {
  name: 'picture',
  read: ({ status, body }) => {
    const picture = status === 200 ? (readRasterPicture(body) ?? null) : null;
    return { value: { status, picture }, ...(picture === null ? {} : { bytes: body }) };
  },
  value: z.object({ status: z.int().min(100).max(999), picture: pictureSchema.nullable() }),
  maxBytes: 2 * 1024 * 1024,
};
