import { join } from 'node:path';
import { runDrawing } from '../drawing-process.ts';
import { pictureKind } from '../photo-file.ts';
import { type Brightness, portraitSamples } from './engrave-portrait.ts';

/** The photo's brightness in the portrait's samples, cut to its shape. Rejects where the picture cannot be read. */
export async function readPhoto(bytes: Buffer): Promise<Brightness> {
  const kind = pictureKind(bytes);
  if (kind === undefined || kind === 'image/avif') throw new Error('it is no JPEG, PNG or WebP picture');
  const { width, height } = portraitSamples;
  // Samples are not square: the picture is laid out in the portrait's own shape, and sampled unevenly.
  const picture = `<image width="300" height="400" preserveAspectRatio="xMidYMid slice" href="data:${kind};base64,${bytes.toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 400" preserveAspectRatio="none"><rect width="300" height="400" fill="#808080"/>${picture}</svg>`;
  const { bytes: values } = await runDrawing(join(import.meta.dirname, 'photo-program.ts'), svg);
  if (values.length !== width * height) throw new Error('it could not be sampled');
  // What cannot be decoded is left out of the drawing, which leaves the ground alone.
  if (values.every((value) => value === values[0])) throw new Error('nothing can be seen in it, or it is damaged');
  return { width, height, values };
}
