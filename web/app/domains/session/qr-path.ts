import { encode } from 'uqr';

/** A QR code as one SVG path on a square of `size` modules, quiet zone included. */
export type QrPath = { readonly path: string; readonly size: number };

/** Light modules around the code: ISO/IEC 18004 wants four. */
const quietZone = 4;

/** Draws a text as a QR code (level M). Each run of dark modules in a row is one rectangle. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const runs = data.flatMap((row, y) => darkRuns(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`));
  return { path: runs.join(''), size };
}

function darkRuns(row: readonly boolean[]): readonly { readonly start: number; readonly length: number }[] {
  const runs: { readonly start: number; readonly length: number }[] = [];
  let start = 0;
  while (start < row.length) {
    let end = start;
    while (row[end] === true) end += 1;
    if (end > start) runs.push({ start, length: end - start });
    start = end + 1;
  }
  return runs;
}
