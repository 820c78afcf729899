import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useInBrowser } from '../../ui/hooks/use-in-browser.ts';

/** How a verdict stands: its lines are whole and verdigris, copper, or broken and carmine. */
export type VerdictTone = 'sound' | 'doubtful' | 'bad' | 'open';

type SealProps = {
  readonly tone: VerdictTone;
  /** In the middle: ✓, ✕, or three letters or so; what it says stands in words beside it. */
  readonly text: string;
  readonly className?: string;
};

const inks: Readonly<Record<VerdictTone, readonly [string, string]>> = {
  sound: ['var(--verdigris)', 'var(--copper)'],
  doubtful: ['var(--amber)', 'var(--copper)'],
  bad: ['var(--carmine)', 'var(--copper)'],
  open: ['var(--edge)', 'var(--muted)'],
};

const bands = [
  { radius: 0.91, weave: 0.08, waves: 36, lobes: 8, swing: 0.02 },
  { radius: 0.73, weave: 0.14, waves: 16, lobes: 8, swing: 0.05 },
] as const;

const linesPerBand = 9;

/** Signs that the typeface does not have. */
const marks: Readonly<Record<string, string>> = { '✓': 'M-24 2 -7 20 25 -18', '✕': 'M-20 -20 20 20M20 -20 -20 20' };

/** The rosette of a verdict, an ornament: its density and ink follow how sound the thing is. Its lines, 40 kB of text, are drawn in the browser. */
export function Seal({ tone, text, className }: SealProps) {
  const ink = useId();
  const isInBrowser = useInBrowser();
  const [from, to] = inks[tone];
  return (
    <svg viewBox="-102 -102 204 204" aria-hidden="true" className={classNames('block aspect-square', className)}>
      <defs>
        <linearGradient id={ink} gradientUnits="userSpaceOnUse" x1="-100" y1="-100" x2="100" y2="100">
          <stop stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <path
        d={isInBrowser ? rosette : ''}
        fill="none"
        stroke={`url(#${ink})`}
        strokeWidth="0.55"
        {...(tone === 'bad' ? { strokeDasharray: '7 4.5' } : tone === 'open' ? { strokeDasharray: '1.2 2' } : {})}
      />
      {text in marks ? (
        <path d={marks[text]} fill="none" stroke="var(--ink)" strokeWidth="9" strokeLinecap="square" />
      ) : (
        <text
          y="2"
          textAnchor="middle"
          dominantBaseline="central"
          className="lettering"
          fill="var(--ink)"
          fontSize={text.length > 4 ? 24 : text.length > 2 ? 34 : 54}
        >
          {text}
        </text>
      )}
    </svg>
  );
}

const rosette = bands
  .flatMap((band) => Array.from({ length: linesPerBand }, (_, line) => linePath(band, (2 * Math.PI * line) / linesPerBand)))
  .join('');

function linePath({ radius, weave, waves, lobes, swing }: (typeof bands)[number], phase: number): string {
  const steps = waves * 7;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    const lobe = Math.cos(lobes * angle);
    const distance = radius * (1 + swing * lobe) + weave * (1 - 0.55 * lobe) * 0.5 * Math.sin(waves * angle + phase);
    return `${(100 * distance * Math.cos(angle)).toFixed(1)} ${(100 * distance * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}z`;
}
