import { classNames } from '../../ui/class-names.ts';
import { useMotion } from '../motion/motion.tsx';
import { type Sparkle, scatterSparkles } from './scatter-sparkles.ts';

/** Stars strewn around whatever they lie over (it must be positioned), an ornament. They twinkle while motion runs, and shine otherwise. */
export function Sparkles(wanted: { readonly count?: number; readonly minimumSize?: number; readonly maximumSize?: number }) {
  const { running } = useMotion();
  return (
    <svg className={classNames('sparkles', running && 'sparkles-running')} aria-hidden="true">
      {scatterSparkles(wanted).map((sparkle) => (
        <Star key={`${sparkle.across} ${sparkle.down}`} {...sparkle} />
      ))}
    </svg>
  );
}

function Star({ across, down, size }: Sparkle) {
  return (
    <svg aria-hidden="true" className="sparkle" x={`${across}%`} y={`${down}%`} width={size} height={size} viewBox="-10 -10 20 20">
      <path d="M0-10Q1.4-1.4 10 0 1.4 1.4 0 10-1.4 1.4-10 0-1.4-1.4 0-10Z" />
    </svg>
  );
}
