import { classNames } from '../../../../ui/class-names.ts';
import { rosettePath, rosetteRings } from './rosette-ring.ts';

const paths = rosetteRings.map(rosettePath);
const inks = ['text-copper', 'text-verdigris', 'text-copper', 'text-verdigris'];

/** The engraved lock, an ornament: its rings stand against each other while it is locked and fall in line when it opens. */
export function RosetteLock({
  status,
  className,
}: {
  readonly status: 'locked' | 'turning' | 'open';
  readonly className?: string | undefined;
}) {
  return (
    <svg viewBox="0 0 200 200" className={classNames('block', className)} fill="none" stroke="currentColor" aria-hidden="true">
      {rosetteRings.map((ring, index) => (
        <g
          key={ring.radius}
          className={classNames('origin-center transition-transform duration-plate', inks[index])}
          style={{ transform: `rotate(${turnOf(ring.lockedTurn, status)}deg)` }}
        >
          <path d={paths[index]} strokeWidth="0.34" />
          <path d={keyway(ring.radius, ring.weave)} className="text-ink" strokeWidth="1.4" strokeLinecap="round" />
        </g>
      ))}
    </svg>
  );
}

function turnOf(lockedTurn: number, status: 'locked' | 'turning' | 'open'): number {
  return { locked: lockedTurn, turning: lockedTurn / 3, open: 0 }[status];
}

/** A short mark on each ring; together they are one straight line when the lock is open. */
function keyway(radius: number, weave: number): string {
  const top = 100 - 100 * radius;
  return `M100 ${(top - 40 * weave).toFixed(1)}V${(top + 40 * weave).toFixed(1)}`;
}
