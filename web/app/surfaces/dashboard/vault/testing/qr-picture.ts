import { qrPath } from '../../../../domains/session/qr-path.ts';

/** A picture of a text's QR code. */
export async function pictureOf(text: string): Promise<File> {
  const { path, size } = qrPath(text);
  const canvas = new OffscreenCanvas(size * 5, size * 5);
  const context = canvas.getContext('2d');
  context?.scale(5, 5);
  context?.fill(new Path2D(path));
  return new File([await canvas.convertToBlob()], 'code.png', { type: 'image/png' });
}
