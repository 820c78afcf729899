import type { Surface } from '../game-screen.ts';

/** A picture as large as the surface, or of a size of its own in device pixels, drawn once. */
export function pictureOf(
  { context }: Pick<Surface, 'context'>,
  draw: (on: CanvasRenderingContext2D) => void,
  size: { readonly width: number; readonly height: number } = context.canvas,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(size.width);
  canvas.height = Math.ceil(size.height);
  const on = canvas.getContext('2d');
  if (on === null) throw new Error('this browser draws no pictures');
  draw(on);
  return canvas;
}
