import {
  appendBezierCurve,
  closePath,
  concatTransformationMatrix,
  fill,
  lineTo,
  moveTo,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  setFillingColor,
} from '@cantoo/pdf-lib';
import fontkit, { type Font } from '@pdf-lib/fontkit';
import { readFont } from './read-font.ts';

type Point = readonly [x: number, y: number];

type Lettering = {
  /** In points. */
  readonly size: number;
  /** Between letters, in thousandths of the size. */
  readonly spacing: number;
  readonly colour: RGB;
};

let opened: Font | undefined;

/** Letters of the mono face as filled outlines from `at` to the right: seen like text, and no text to any program. */
export function drawLettering(text: string, at: Point, { size, spacing, colour }: Lettering): readonly PDFOperator[] {
  opened ??= fontkit.create(readFont('azeret-mono.ttf'));
  const font = opened;
  const scale = size / font.unitsPerEm;
  let pen = 0;
  const outlines = Array.from(text).flatMap((letter) => {
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    const drawn = outlineOf(glyph.path.toSVG(), pen);
    pen += glyph.advanceWidth + (spacing * font.unitsPerEm) / 1000;
    return drawn;
  });
  return [
    pushGraphicsState(),
    setFillingColor(colour),
    concatTransformationMatrix(scale, 0, 0, scale, at[0], at[1]),
    ...outlines,
    fill(),
    popGraphicsState(),
  ];
}

/** A glyph's path, written as the font engine writes it in SVG, with its left edge at `left`, in the font's own units. */
function outlineOf(path: string, left: number): readonly PDFOperator[] {
  let from: Point = [0, 0];
  return [...path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, command, text = '']) => {
    const numbers = Array.from(text.matchAll(/-?\d+(?:\.\d+)?/g), ([number]) => Number(number));
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, index): Point => [left + (numbers[index * 2] ?? 0), numbers[index * 2 + 1] ?? 0],
    );
    const start = from;
    const end = points.at(-1) ?? from;
    from = end;
    if (command === 'Z') return closePath();
    if (command === 'M') return moveTo(...end);
    if (command === 'L') return lineTo(...end);
    const [one = start, two = end] = command === 'Q' ? cubicOf(start, points[0] ?? end, end) : points;
    return appendBezierCurve(...one, ...two, ...end);
  });
}

/** The two middle points of the cubic curve that is the quadratic one. */
function cubicOf(start: Point, control: Point, end: Point): readonly [Point, Point] {
  const between = (from: Point): Point => [from[0] + (2 / 3) * (control[0] - from[0]), from[1] + (2 / 3) * (control[1] - from[1])];
  return [between(start), between(end)];
}
