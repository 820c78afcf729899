import { join } from 'node:path';
import { runDrawing } from '../drawing-process.ts';

/**
 * The SVG as a PNG in its own size; letters that our typefaces lack come from the font files, given by their paths. Rejects with
 * what the drawing process complained of.
 */
export async function rasterise(svg: string, fontFiles: readonly string[] = []): Promise<Buffer> {
  const { bytes } = await runDrawing(join(import.meta.dirname, 'rasterise-program.ts'), JSON.stringify({ svg, fontFiles }));
  return bytes;
}
