import { classNames } from '../../ui/class-names.ts';

/** The priority of a wish, in words. */
export const priorityNames = { 1: 'Most wanted', 2: 'Wanted', 3: 'Nice to have' } as const;

/** A small engraved rosette, the denser the dearer the wish; an ornament, the words stand beside it. */
export function PrioritySeal({ priority }: { readonly priority: 1 | 2 | 3 }) {
  return (
    <svg viewBox="-26 -26 52 52" aria-hidden="true" className={classNames('seal', `seal-${priority}`)}>
      {rings[priority].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const rings = {
  1: [ring(17, 7, 16, 0), ring(17, 7, 16, 0.5), ring(9, 5, 8, 0), ring(9, 5, 8, 0.5)],
  2: [ring(17, 6, 12, 0), ring(17, 6, 12, 0.5)],
  3: [ring(18, 4, 8, 0)],
} as const;

/** A closed line of a radius that swings so many times around the centre, turned by a share of one swing. */
function ring(radius: number, swing: number, lobes: number, turn: number): string {
  const steps = lobes * 8;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    const reach = radius + swing * Math.cos(lobes * angle + 2 * Math.PI * turn);
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
