/** A photo as brightness, row by row from the top: 0 is black, 255 white. */
export type Brightness = { readonly width: number; readonly height: number; readonly values: Uint8Array };

/** The size that a photo is sampled in before it is traced: a sample for every step of a line, two rows for every line. */
export const portraitSamples = { width: 150, height: 250 } as const;

/** Drawing units to a pixel of the portrait, which is 300 pixels wide and 400 high. */
const unit = 10;
const width = 300 * unit;
const height = 400 * unit;

const lines = 125;
const pitch = height / lines;

/** How much of the pitch a line takes where the photo is white. */
const lightestTone = 0.15;

/** Thinner than this a line would be dust. */
const thinnest = pitch * 0.1;

/**
 * The photo as an engraver would cut it: 125 waved lines that swell where it is dark, as a standalone SVG in one opaque
 * ink, to be used as a mask. The face is set in an oval; what is around it fades.
 */
export function engravePortrait(photo: Brightness): string {
  const tone = toneOf(photo);
  const swells = Array.from({ length: lines }, (_, line) => lineOf((line + 0.5) * pitch, tone)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="300" height="400" fill="#fff"><path d="${swells}"/></svg>\n`;
}

/** How dark the drawing is at a place, 0 to 1, as shares of its width and height. */
type Tone = (x: number, y: number) => number;

function toneOf({ width: across, height: down, values }: Brightness): Tone {
  const sorted = values.toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  // Stretched over what the photo holds, without its extremes: a flat photo would be a flat engraving.
  const [darkest, lightest] = [at(0.02), at(0.98)];
  const range = Math.max(lightest - darkest, 24);
  const sample = (x: number, y: number) => values[Math.min(Math.max(y, 0), down - 1) * across + Math.min(Math.max(x, 0), across - 1)] ?? 0;
  return (x, y) => {
    const column = Math.round(x * (across - 1));
    const row = Math.round(y * (down - 1));
    const brightness = (sample(column, row - 1) + 2 * sample(column, row) + sample(column, row + 1)) / 4;
    const dark = 1 - Math.min(Math.max((brightness - darkest) / range, 0), 1);
    const distance = Math.hypot((x - 0.5) / 0.5, (y - 0.48) / 0.52);
    const inside = Math.min(Math.max((1 - distance) / 0.22, 0), 1);
    // Within the oval no line breaks off: the lightest skin still has its hairlines.
    return (lightestTone + (1 - lightestTone) * dark ** 1.1) * inside;
  };
}

/** One waved line, as the outlines of its stretches that are thick enough to be seen. */
function lineOf(middle: number, tone: Tone): string {
  const steps = portraitSamples.width;
  let text = '';
  let stretch: { readonly x: number; readonly y: number; readonly half: number }[] = [];
  const close = () => {
    if (stretch.length > 1) text += outline(stretch);
    stretch = [];
  };
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const y = middle + 0.35 * pitch * Math.sin(share * 2 * Math.PI * 3 + middle / 260);
    const thickness = tone(share, Math.min(Math.max(y / height, 0), 1)) * pitch * 0.94;
    if (thickness < thinnest) close();
    else stretch.push({ x: share * width, y, half: thickness / 2 });
  }
  close();
  return text;
}

/** Along its upper side, and back along its lower one. Relative, so that the text stays short. */
function outline(stretch: readonly { readonly x: number; readonly y: number; readonly half: number }[]): string {
  const upper = stretch.map(({ x, y, half }) => [Math.round(x), Math.round(y - half)] as const);
  const lower = stretch.toReversed().map(({ x, y, half }) => [Math.round(x), Math.round(y + half)] as const);
  const [start, ...rest] = [...upper, ...lower];
  let [atX, atY] = start ?? [0, 0];
  const moves = rest.map(([x, y]) => {
    const move = `${x - atX}${y - atY < 0 ? '' : ' '}${y - atY}`;
    [atX, atY] = [x, y];
    return move;
  });
  return `M${start?.[0]} ${start?.[1]}l${moves.join(' ').replaceAll(' -', '-')}z`;
}
