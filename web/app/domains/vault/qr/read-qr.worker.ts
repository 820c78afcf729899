import { fail, succeed } from '@castellan/foundation/result';
import { serveWorkerJobs } from '../../../lib/workers/worker-job-server.ts';
import { isDrawable } from './picture-size.ts';
import type { QrJobs } from './qr-jobs.ts';
import { readPixels } from './read-pixels.ts';

const maxBytes = 20_000_000;
/** Pixels a side: a photograph is made smaller, and its code is still some hundred across. */
const maxSide = 2000;

serveWorkerJobs<QrJobs>(
  {
    read: async ({ picture }) => {
      const pixels = picture.size > maxBytes ? undefined : await pixelsOf(picture);
      if (pixels === undefined) return fail({ code: 'not_a_picture' });
      const text = readPixels(pixels);
      return text === undefined ? fail({ code: 'no_code' }) : succeed(text);
    },
  },
  (listener) => addEventListener('message', listener),
);

async function pixelsOf(picture: Blob): Promise<ImageData | undefined> {
  if (!(await isDrawable(picture))) return undefined;
  const bitmap = await createImageBitmap(picture).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = new OffscreenCanvas(width ?? 1, height ?? 1).getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  // A code on a transparent ground is one on white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}
