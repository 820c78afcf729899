import decodeQR from 'qr/decode.js';

/** Milliseconds for a picture that is hard to read; an easy one takes some. */
const timeLimit = 3000;

/** The text of a QR code among the pixels (RGBA, row by row); `undefined` where none is found that can be read. */
export function readPixels(pixels: Pick<ImageData, 'data' | 'width' | 'height'>): string | undefined {
  const { data, width, height } = pixels;
  try {
    return decodeQR({ data, width, height }, { timeLimit });
  } catch {
    return undefined;
  }
}
