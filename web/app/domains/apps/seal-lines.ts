/** Lines and points of each: as many as can be told apart. `small` is for the size of a letter, of which a long list draws many. */
const sizes = { large: { lines: 7, points: 180 }, small: { lines: 4, points: 96 } } as const;

/** A guilloché ring of a name's own, as an SVG path in a square of 100: which waves it is made of follows from the letters alone. */
export function sealLines(name: string, size: keyof typeof sizes = 'large'): string {
  const { lines, points } = sizes[size];
  const seed = seedOf(name);
  const lobes = 3 + (seed % 7);
  const waves = lobes * (2 + ((seed >>> 4) % 3));
  const swing = 0.04 + ((seed >>> 8) % 5) * 0.016;
  return Array.from({ length: lines }, (_, line) => {
    const phase = (2 * Math.PI * line) / lines;
    const drawn = Array.from({ length: points }, (_unused, point) => {
      const angle = (2 * Math.PI * point) / points;
      const reach = 0.76 * (1 + swing * Math.cos(lobes * angle)) + 0.15 * Math.sin(waves * angle + phase);
      return `${(50 + 49 * reach * Math.sin(angle)).toFixed(1)} ${(50 - 49 * reach * Math.cos(angle)).toFixed(1)}`;
    });
    return `M${drawn.join('L')}Z`;
  }).join('');
}

/** FNV-1a, 32 bits. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
