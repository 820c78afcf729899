/** One star: its place in percent of the area, its size in pixels. */
export type Sparkle = { readonly across: number; readonly down: number; readonly size: number };

/** Stars along the edge of an area, leaving its middle readable; the same ones each time (spec §9: 8 of 10 to 20 px). */
export function scatterSparkles({
  count = 8,
  minimumSize = 10,
  maximumSize = 20,
}: {
  readonly count?: number;
  readonly minimumSize?: number;
  readonly maximumSize?: number;
}): readonly Sparkle[] {
  const sizes = Math.max(1, Math.round(maximumSize - minimumSize) + 1);
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * (index + 0.12 * ((index * 5) % 4))) / count;
    const reach = 45 + ((index * 5) % 3) * 4;
    return {
      across: round(47 + reach * Math.cos(angle)),
      down: round(38 + reach * Math.sin(angle)),
      // Seven is prime to most counts of sizes, so that neighbours differ.
      size: minimumSize + ((index * 7) % sizes),
    };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
