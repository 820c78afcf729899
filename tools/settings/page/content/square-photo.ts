import { base64Of, openPicture, pictureFailureTexts } from '../../../../web/app/domains/site-content/own-picture.ts';

/** Draws the middle square of a picture over the whole canvas; why it could not, where that is so. */
export async function drawSquare(canvas: HTMLCanvasElement, file: Blob): Promise<string | undefined> {
  const context = canvas.getContext('2d');
  const opened = await openPicture(file);
  if (!opened.ok) return pictureFailureTexts[opened.failure.code];
  const bitmap = opened.value;
  const side = Math.min(bitmap.width, bitmap.height);
  if (context !== null) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  return context === null ? pictureFailureTexts.no_picture : undefined;
}

/** The canvas as a JPEG, in base64. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return base64Of(blob ?? new Blob());
}
