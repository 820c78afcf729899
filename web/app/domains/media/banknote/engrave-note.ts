/** The drawing's size; a card stretches it. */
export const noteSize = { width: 320, height: 180 };

/** How many notes of the series differ. */
export const noteDesigns = 12;

const lines = 7;
const steps = 72;

/** The woven band of a note: lines over the whole width that swing out of step around a slow wave. The same design is always the same. */
export function engraveBand(design: number): string {
  const { width, height } = noteSize;
  const [slow, fine, lean] = [1 + (design % 3) * 0.5, 5 + (design % 4) * 2, (design * 0.61) % 1];
  const paths = Array.from({ length: lines }, (_, line) => {
    const phase = (2 * Math.PI * line) / lines;
    const points = Array.from({ length: steps + 1 }, (_point, step) => {
      const x = step / steps;
      const swell = 0.35 + 0.65 * Math.sin(Math.PI * x) ** 2;
      const y = 0.56 + 0.13 * Math.sin(2 * Math.PI * (slow * x + lean)) + 0.2 * swell * Math.sin(2 * Math.PI * fine * x * 0.5 + phase);
      return `${(x * width).toFixed(0)} ${(y * height).toFixed(1)}`;
    });
    return `M${points.join('L')}`;
  });
  return paths.join('');
}

/** The rosette of a note, around (50, 50) in a square of 100. */
export function engraveRosette(design: number): string {
  const petals = 7 + (design % 5) * 2;
  const rings = [
    { radius: 40, weave: 7, waves: petals },
    { radius: 25, weave: 9, waves: petals - 2 },
  ];
  return rings
    .flatMap(({ radius, weave, waves }) =>
      Array.from({ length: 5 }, (_, line) => {
        const phase = (2 * Math.PI * line) / 5;
        const points = Array.from({ length: 97 }, (_point, step) => {
          const angle = (2 * Math.PI * step) / 96;
          const reach = radius + weave * Math.sin(waves * angle + phase) * Math.cos(phase * 0.5);
          return `${(50 + reach * Math.cos(angle)).toFixed(1)} ${(50 + reach * Math.sin(angle)).toFixed(1)}`;
        });
        return `M${points.join('L')}`;
      }),
    )
    .join('');
}

/** Which design a title has: the same one each time, spread evenly. */
export function designOf(title: string): number {
  let hash = 7;
  for (let at = 0; at < title.length; at += 1) hash = (Math.imul(hash, 31) + title.charCodeAt(at)) >>> 0;
  return hash % noteDesigns;
}
