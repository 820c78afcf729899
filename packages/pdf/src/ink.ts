import {
  appendBezierCurve,
  closePath,
  concatTransformationMatrix,
  moveTo,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  rgb,
  setGraphicsState,
  setLineWidth,
  stroke,
} from '@cantoo/pdf-lib';

/** Thin lines let the paper through: these are the inks a step stronger than they will look. */
const engraving = { from: hex('#17806d'), to: hex('#b0622c') } as const;

type Ink = readonly [shading: PDFName, density: PDFName];

type Point = readonly [x: number, y: number];

/**
 * An engraving as wide and high as `size`, around its centre; its ink shifts from verdigris to copper. `drawing` is an SVG of as many
 * units in width as in height, whose paths are written with `M`, `C`, `c`, `s` and `z`.
 */
export function drawEngraving(page: PDFPage, drawing: string, centre: Point, size: number): readonly PDFOperator[] {
  const width = Number(/viewBox="0 0 (\d+) /.exec(drawing)?.[1]);
  const paths = [...drawing.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path ?? '');
  const corner: Point = [centre[0] - size / 2, centre[1] + size / 2];
  const ink = gradient(page, [centre[0] - size * 0.24, centre[1] - size * 0.24], [centre[0] + size * 0.2, centre[1] + size * 0.2]);
  return withInk(ink, paths, corner, size / width, 1.25);
}

/** A thin line across the page, at a height. */
export function drawRule(from: number, to: number, y: number, { red, green, blue }: RGB): readonly PDFOperator[] {
  return [
    PDFOperator.of(PDFOperatorNames.StrokingColorRgb, [PDFNumber.of(red), PDFNumber.of(green), PDFNumber.of(blue)]),
    PDFOperator.of(PDFOperatorNames.SetLineWidth, [PDFNumber.of(0.6)]),
    PDFOperator.of(PDFOperatorNames.MoveTo, [PDFNumber.of(from), PDFNumber.of(y)]),
    PDFOperator.of(PDFOperatorNames.LineTo, [PDFNumber.of(to), PDFNumber.of(y)]),
    PDFOperator.of(PDFOperatorNames.StrokePath),
  ];
}

/** Two lines woven into a band, as under a printed note's number, from `from` to the right. */
export function drawBand(page: PDFPage, from: Point, length: number, height: number): readonly PDFOperator[] {
  const ink = gradient(page, from, [from[0] + length, from[1]]);
  const waves = Math.round(length / (height * 3.2));
  const lines = Array.from({ length: 6 }, (_, line) => wave(length, height / 2, waves, (2 * Math.PI * line) / 6));
  return withInk(ink, lines, from, 1, 0.3);
}

function withInk([ink, fine]: Ink, paths: readonly string[], [x, y]: Point, scale: number, lineWidth: number): readonly PDFOperator[] {
  return [
    pushGraphicsState(),
    // A drawing's y grows downwards.
    concatTransformationMatrix(scale, 0, 0, -scale, x, y),
    PDFOperator.of(PDFOperatorNames.StrokingColorspace, [PDFName.of('Pattern')]),
    PDFOperator.of(PDFOperatorNames.StrokingColorN, [ink]),
    setGraphicsState(fine),
    setLineWidth(lineWidth),
    ...paths.flatMap((path) => [...outline(path), stroke()]),
    popGraphicsState(),
  ];
}

/** The part of SVG's path language that engravings are written in: `M`, `C`, and the relative `c`, `s` and `z`. */
function outline(path: string): readonly PDFOperator[] {
  const operators: PDFOperator[] = [];
  let at: Point = [0, 0];
  let control: Point = [0, 0];
  for (const [, command = '', text = ''] of path.matchAll(/([MCcsz])([^MCcsz]*)/g)) {
    const points = pairs(Array.from(text.matchAll(/-?\d+(?:\.\d+)?/g), ([number]) => Number(number)));
    if (command === 'z') operators.push(closePath());
    if (command === 'M') {
      at = points[0] ?? at;
      operators.push(moveTo(...at));
    }
    const pointsOfCurve = command === 's' ? 2 : 3;
    for (let first = 0; command !== 'M' && first < points.length; first += pointsOfCurve) {
      const from: Point = command === 'C' ? [0, 0] : at;
      const given = points.slice(first, first + pointsOfCurve).map(([x, y]): Point => [x + from[0], y + from[1]]);
      // A curve of two points starts as the one before it ended.
      const [one = at, two = at, end = at] =
        command === 's' ? [[2 * at[0] - control[0], 2 * at[1] - control[1]] as const, ...given] : given;
      operators.push(appendBezierCurve(...one, ...two, ...end));
      [at, control] = [end, two];
    }
  }
  return operators;
}

function pairs(numbers: readonly number[]): readonly Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[index * 2] ?? 0, numbers[index * 2 + 1] ?? 0]);
}

/** A sine of so many waves with a slow swell, as cubic curves with exact tangents. */
function wave(length: number, height: number, waves: number, phase: number): string {
  const curves = waves * 4;
  const step = length / curves;
  const turn = (2 * Math.PI * waves) / length;
  const at = (x: number) => height * Math.sin(turn * x + phase) * (0.62 + 0.38 * Math.cos((turn * x) / 4));
  const slope = (x: number) => (at(x + 1e-4) - at(x - 1e-4)) / 2e-4;
  const text = (value: number) => value.toFixed(2);
  let path = `M0 ${text(at(0))}`;
  for (let curve = 0; curve < curves; curve += 1) {
    const [start, end] = [curve * step, (curve + 1) * step];
    const first = at(start) + (slope(start) * step) / 3;
    const second = at(end) - (slope(end) * step) / 3;
    path += `C${text(start + step / 3)} ${text(first)} ${text(end - step / 3)} ${text(second)} ${text(end)} ${text(at(end))}`;
  }
  return path;
}

/** A shading from verdigris to copper along a line of the page, as an ink of that page; the answer is what shading and density are called there. */
function gradient(page: PDFPage, from: Point, to: Point): Ink {
  const { context } = page.doc;
  const shading = {
    ShadingType: 2,
    ColorSpace: 'DeviceRGB',
    Coords: [...from, ...to],
    Function: { FunctionType: 2, Domain: [0, 1], C0: parts(engraving.from), C1: parts(engraving.to), N: 1 },
    Extend: [true, true],
  };
  const { Resources } = page.node.normalizedEntries();
  const key = PDFName.of('Pattern');
  const patterns = Resources.lookupMaybe(key, PDFDict) ?? context.obj({});
  Resources.set(key, patterns);
  const name = PDFName.of(`Ink${patterns.keys().length}`);
  patterns.set(name, context.register(context.obj({ Type: 'Pattern', PatternType: 2, Shading: shading })));
  // Where lines cross the ink is denser, also on screens that draw no line finer than a pixel.
  const fine = page.node.newExtGState('Fine', context.register(context.obj({ Type: 'ExtGState', CA: 0.72 })));
  return [name, fine];
}

function parts({ red, green, blue }: RGB): number[] {
  return [red, green, blue];
}

/** A colour from `#` and six hexadecimal digits. */
export function hex(colour: string): RGB {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}
