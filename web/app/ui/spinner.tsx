import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A turning eight-lobed ring with its meaning in words (`role="status"`); it stands still under reduced motion. */
export function Spinner({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <span role="status" className="inline-flex items-center">
      <svg viewBox="0 0 48 48" className="spinner size-[1.5em]" fill="none" stroke="currentColor" aria-hidden="true">
        <path className="opacity-35" d={ring} strokeWidth="1.5" />
        <path d={ring} strokeWidth="2.5" pathLength="100" strokeDasharray="30 70" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

const ring = lobedRing(24, 17, 3, 8);

/** The path of a closed ring of `radius` whose edge swings by `swing` in `lobes` waves. */
function lobedRing(centre: number, radius: number, swing: number, lobes: number): string {
  const steps = lobes * 9;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    const reach = radius + swing * Math.cos(lobes * angle);
    return `${(centre + reach * Math.cos(angle)).toFixed(1)} ${(centre + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Stands in the place of what is on its way. `className` says how high that is, and how large the spinner. */
export function Waiting({ label = 'Loading', className = 'min-h-60 text-2xl' }: { readonly label?: string; readonly className?: string }) {
  return (
    <p className={classNames('grid place-items-center text-copper', className)}>
      <Spinner label={label} />
    </p>
  );
}
