/** Drawing units across, and the middle. */
const width = 1600;
const middle = width / 2;

/** The lines that weave a ring: how far out, how high the waves go, how many waves go once round, how many lines. */
type Ring = { readonly radius: number; readonly weave: number; readonly waves: number; readonly lines: number };

const fine: readonly Ring[] = [
  { radius: 688, weave: 60, waves: 36, lines: 5 },
  { radius: 512, weave: 80, waves: 18, lines: 6 },
  { radius: 248, weave: 52, waves: 12, lines: 5 },
];
const coarse: readonly Ring[] = [
  { radius: 600, weave: 128, waves: 14, lines: 3 },
  { radius: 248, weave: 72, waves: 7, lines: 2 },
];

/** How a disc is drawn: `large` for 100 px and more, `small` for the size of a line of text, where fine lines would be grey. */
export type DiscSize = 'large' | 'small';

/**
 * A record as an engraver would cut one: grooves and woven rings round a spindle hole. One opaque ink, to be used as a mask.
 * The same size always gives the same text.
 */
export function engraveDisc(size: DiscSize): string {
  const isLarge = size === 'large';
  const circles = isLarge ? [784, 764, 612, 416, 396, 376, 356, 336, 316, 168, 48] : [760, 424, 136];
  const grooves = circles.map((radius) => `<circle cx="${middle}" cy="${middle}" r="${radius}"/>`);
  const weaving = (isLarge ? fine : coarse).map((ring) => `<path d="${ringPath(ring)}"/>`);
  const stroke = isLarge ? 7 : 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" fill="none" stroke="#000" stroke-width="${stroke}" aria-hidden="true">${grooves.join('')}${weaving.join('')}</svg>\n`;
}

function ringPath(ring: Ring): string {
  return Array.from({ length: ring.lines }, (_, line) => linePath(ring, (2 * Math.PI * line) / ring.lines)).join('');
}

/** Curves to one wave; with exact tangents four follow a sine closer than the eye. */
const curvesPerWave = 4;

/** One closed line as smooth curves in whole drawing units, each relative to the end of the one before, so that the text stays short. */
function linePath(ring: Ring, phase: number): string {
  const curves = ring.waves * curvesPerWave;
  const step = (2 * Math.PI) / curves;
  const start = pointAt(ring, 0, phase);
  let x = Math.round(start.x);
  let y = Math.round(start.y);
  const first = `M${x} ${y}c${Math.round((start.towardsX * step) / 3)} ${Math.round((start.towardsY * step) / 3)} `;
  const rest = Array.from({ length: curves }, (_, curve) => {
    const end = pointAt(ring, (curve + 1) * step, phase);
    const control = `${Math.round(end.x - (end.towardsX * step) / 3) - x} ${Math.round(end.y - (end.towardsY * step) / 3) - y}`;
    const text = `${control} ${Math.round(end.x) - x} ${Math.round(end.y) - y}`;
    x = Math.round(end.x);
    y = Math.round(end.y);
    return text;
  });
  return `${first}${rest.join('s')}z`.replaceAll(' -', '-');
}

/** Where the line runs at an angle, and how fast it moves there, in drawing units to the radian. */
function pointAt({ radius, weave, waves }: Ring, angle: number, phase: number) {
  const reach = radius + weave * Math.sin(waves * angle + phase);
  const growth = weave * waves * Math.cos(waves * angle + phase);
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return { x: middle + reach * x, y: middle + reach * y, towardsX: growth * x - reach * y, towardsY: growth * y + reach * x };
}
