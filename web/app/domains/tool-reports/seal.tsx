import type { Severity } from '@castellan/probes/report';
import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

type SealProps = {
  /** The worst that was found; nothing where nothing was. */
  readonly worst: Severity | undefined;
  /** Whether what everything rests on was not seen: neither sound nor broken. */
  readonly isOpen?: boolean;
  /** Stands in the middle. */
  readonly mark: string | undefined;
  readonly className?: string;
};

/** How whole the engraving is, and in which ink. */
function inkOf(worst: Severity | undefined, isOpen: boolean): { readonly ink: string; readonly gaps: string | undefined } {
  if (worst === 'critical' || worst === 'high') return { ink: 'var(--carmine)', gaps: '5 7' };
  if (worst === 'medium') return { ink: 'var(--amber)', gaps: '14 3' };
  return isOpen ? { ink: 'var(--muted)', gaps: '2 6' } : { ink: 'var(--verdigris)', gaps: undefined };
}

/** The verdict as a rosette: whole and verdigris when sound, broken and carmine when not, dotted where that was not seen. An ornament; the words stand beside it. */
export function Seal({ worst, isOpen = false, mark, className }: SealProps) {
  const { ink, gaps } = inkOf(worst, isOpen);
  const id = useId();
  return (
    <div aria-hidden="true" className={classNames('relative grid aspect-square place-items-center', className)}>
      <svg aria-hidden="true" viewBox="-104 -104 208 208" className="absolute inset-0 h-full w-full">
        <g fill="none" stroke={ink} strokeWidth="0.55" strokeDasharray={gaps}>
          {bands.map(({ waves, path }) => (
            <g key={waves}>
              <path id={`${id}${waves}`} d={path} />
              {turnsOf(waves).map((degrees) => (
                <use key={degrees} href={`#${id}${waves}`} transform={`rotate(${degrees})`} />
              ))}
            </g>
          ))}
        </g>
      </svg>
      <span
        className={classNames(
          'lettering relative',
          // What is longer than a grade must not reach the ring.
          (mark?.length ?? 0) > 3 ? 'text-[clamp(1rem,2.4vw,1.75rem)]' : 'text-[clamp(2rem,4vw,3.5rem)]',
        )}
      >
        {mark}
      </span>
    </div>
  );
}

type Band = { readonly radius: number; readonly width: number; readonly waves: number };

/** Two bands of woven lines, each drawn once: the server sends it with the page. */
const bands = [
  { radius: 86, width: 13, waves: 36 },
  { radius: 66, width: 18, waves: 16 },
].map((band) => ({ ...band, path: woven(band) }));

/** By how much a band's further lines are turned, in degrees: a sixth of a wave each. */
function turnsOf(waves: number): readonly string[] {
  return Array.from({ length: 5 }, (_, line) => ((360 * (line + 1)) / (6 * waves)).toFixed(2));
}

function woven({ radius, width, waves }: Band): string {
  const points = Array.from({ length: waves * 8 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (waves * 8);
    const reach = radius + (width / 2) * Math.sin(waves * angle);
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
