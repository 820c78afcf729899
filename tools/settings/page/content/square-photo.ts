/** Draws the middle square of a picture over the whole canvas; false where the browser cannot read it. */
export async function drawSquare(canvas: HTMLCanvasElement, file: Blob): Promise<boolean> {
  const context = canvas.getContext('2d');
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (context === null || bitmap === undefined) return false;
  const side = Math.min(bitmap.width, bitmap.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return true;
}

/** The canvas as a JPEG, in base64. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
