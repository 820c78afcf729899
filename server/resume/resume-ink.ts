import type { PDFOperator, PDFPage } from '@cantoo/pdf-lib';
import { drawEngraving, hex } from '@castellan/pdf/ink';
import { coloursOf } from '@castellan/web/colour-tokens';
import { engravePlate } from '@castellan/web/engrave-plate';

const light = coloursOf('light');

/** The light theme's colours: paper is white. */
export const inks = {
  ink: hex(light.ink),
  muted: hex(light.muted),
  copper: hex(light.copper),
  verdigris: hex(light.verdigris),
  hairline: hex(light.hairline),
} as const;

/** The engraving of the middle word, as wide and high as `size`, around its centre. */
export function drawPlate(page: PDFPage, centre: readonly [x: number, y: number], size: number): readonly PDFOperator[] {
  return drawEngraving(page, engravePlate('cyber'), centre, size);
}
