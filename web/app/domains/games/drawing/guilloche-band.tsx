import { useId } from 'react';

const width = 240;
const height = 20;
const lines = 6;

/** The woven foot of a document, an ornament: copper into verdigris, as wide as what it closes. */
export function GuillocheBand() {
  const ink = useId();
  const weave = useId();
  return (
    <svg className="guilloche-band" aria-hidden="true" height={height} width="100%">
      <defs>
        <linearGradient id={ink} x1="0" x2="1">
          <stop offset="0" stopColor="var(--copper)" />
          <stop offset="1" stopColor="var(--verdigris)" />
        </linearGradient>
        <pattern id={weave} width={width} height={height} patternUnits="userSpaceOnUse">
          <path d={strands} fill="none" stroke="white" strokeWidth="0.8" />
        </pattern>
        <mask id={`${weave}m`}>
          <rect width="100%" height={height} fill={`url(#${weave})`} />
        </mask>
      </defs>
      <rect width="100%" height={height} fill={`url(#${ink})`} mask={`url(#${weave}m)`} />
    </svg>
  );
}

const strands = Array.from({ length: lines * 2 }, (_, line) => strandPath(line < lines ? 1 : -1, (Math.PI * (line % lines)) / lines)).join(
  '',
);

function strandPath(direction: number, phase: number): string {
  const points = Array.from({ length: 61 }, (_, step) => {
    const along = step / 60;
    const envelope = 0.35 + 0.65 * Math.abs(Math.sin(2 * Math.PI * along));
    const y = height / 2 + direction * (height / 2 - 1.5) * envelope * Math.sin(4 * Math.PI * along + phase);
    return `${(along * width).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
