import { readPhoto } from '../../engravings/read-photo.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import { maxPictureBytes, type UploadedPicture, uploadedPictureReader } from './uploaded-picture-reader.ts';

/** The longest base64 of a picture that is sent here. */
export const maxPictureText = Math.ceil(maxPictureBytes / 3) * 4;

const maxSide = 4096;

/** A picture that can be shown, without what it said of its making. */
export type CheckedPicture = { readonly type: UploadedPicture['type']; readonly bytes: Buffer };

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
  if (!read.ok) return { problem: 'could not be looked at: try once more' };
  const picture = read.value.value;
  if (picture === null) return { problem: 'must be a whole JPEG or PNG picture' };
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
