const width = 1200;
const height = 24;

/** The woven border of a printed sheet, an ornament: two bundles of fine waves that run through each other, copper into verdigris. */
export function EngravedEdge() {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className="block h-6 w-full border-b border-hairline"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="engraved-edge-ink" x1="0" x2="1">
          <stop offset="0" stopColor="var(--copper)" />
          <stop offset="1" stopColor="var(--verdigris)" />
        </linearGradient>
      </defs>
      <g fill="none" stroke="url(#engraved-edge-ink)" strokeWidth="0.7" className="opacity-80">
        {strands.map((strand) => (
          <path key={strand} d={strand} />
        ))}
      </g>
    </svg>
  );
}

/** How many waves of the swell and of the weave go along the edge, and lines to each bundle. */
const swells = 12;
const waves = 60;
const linesPerBundle = 7;

const strands: readonly string[] = [1, -1].flatMap((direction) =>
  Array.from({ length: linesPerBundle }, (_, line) => strandPath(direction, (2 * Math.PI * line) / linesPerBundle)),
);

// In steps from point to point: the weave repeats itself, and steps that repeat compress to almost nothing.
function strandPath(direction: number, phase: number): string {
  const steps = waves * 8;
  const heights = Array.from({ length: steps + 1 }, (_, step) => {
    const along = step / steps;
    const swell = direction * 4.6 * Math.sin(Math.PI * swells * along);
    const weave = 4.2 * Math.sin(2 * Math.PI * waves * along * 0.5 + phase);
    return Math.round(10 * (height / 2 + swell + weave));
  });
  const rises = heights.slice(1).map((y, index) => `${width / steps} ${(y - (heights[index] ?? 0)) / 10}`);
  return `M0 ${(heights[0] ?? 0) / 10}l${rises.join(' ')}`;
}
