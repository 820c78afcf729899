import { join } from 'node:path';
import { runDrawing } from '../drawing-process.ts';

/** The SVG as a PNG in its own size. Rejects with what the drawing process complained of. */
export async function rasterise(svg: string): Promise<Buffer> {
  const { bytes } = await runDrawing(join(import.meta.dirname, 'rasterise-program.ts'), svg);
  return bytes;
}
