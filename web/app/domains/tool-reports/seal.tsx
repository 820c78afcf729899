import type { Severity } from '@castellan/probes/report';
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
  return (
    <div aria-hidden="true" className={classNames('relative grid aspect-square place-items-center', className)}>
      <svg aria-hidden="true" viewBox="-104 -104 208 208" className="absolute inset-0 h-full w-full">
        <g fill="none" stroke={ink} strokeWidth="0.55" strokeDasharray={gaps}>
          {rosette.map((path) => (
            <path key={path} d={path} />
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

/** Two bands of woven lines. */
const rosette: readonly string[] = [
  { radius: 86, width: 13, waves: 36 },
  { radius: 66, width: 18, waves: 16 },
].flatMap((band) => Array.from({ length: 6 }, (_, line) => woven(band, (2 * Math.PI * line) / 6)));

function woven(
  { radius, width, waves }: { readonly radius: number; readonly width: number; readonly waves: number },
  phase: number,
): string {
  const points = Array.from({ length: waves * 8 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (waves * 8);
    const reach = radius + (width / 2) * Math.sin(waves * angle + phase);
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
