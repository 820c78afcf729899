import { useId, useState } from 'react';
import { starsLabel } from '../media.ts';

type StarsFieldProps = {
  readonly label: string;
  /** Half stars, 1 to 10. */
  readonly rating: number | null;
  readonly onRate: (rating: number | null) => void;
};

const star = 'M12 2.2l3 6.3 6.9.9-5 4.8 1.2 6.9L12 17.8l-6.1 3.3 1.2-6.9-5-4.8 6.9-.9z';

/** A rating by half stars: a slider, so that arrows, touch and screen readers all do it; at its beginning there is none. */
export function StarsField({ label, rating: given, onRate }: StarsFieldProps) {
  // While it is dragged or stepped through, only the drawing follows: the choice is made where it ends.
  const [chosen, setChosen] = useState<number>();
  const rating = chosen === undefined ? given : chosen === 0 ? null : chosen;
  const settle = () => {
    setChosen(undefined);
    if (chosen !== undefined && rating !== given) onRate(rating);
  };
  const id = useId();
  const clip = `${id}-clip`;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden="true" className="text-muted">
          {rating === null ? 'Not rated' : starsLabel(rating)}
        </span>
      </div>
      <div className="min-h-12 content-center">
        <span className="stars-range">
          <svg viewBox="0 0 120 24" aria-hidden="true">
            <defs>
              <clipPath id={clip}>
                <rect x="0" y="0" width={(rating ?? 0) * 12} height="24" />
              </clipPath>
            </defs>
            {[0, 1, 2, 3, 4].map((place) => (
              <path key={place} d={star} transform={`translate(${place * 24} 0)`} fill="none" stroke="currentColor" strokeWidth="1.2" />
            ))}
            <g clipPath={`url(#${clip})`}>
              {[0, 1, 2, 3, 4].map((place) => (
                <path key={place} d={star} transform={`translate(${place * 24} 0)`} fill="currentColor" />
              ))}
            </g>
          </svg>
          <input
            id={id}
            type="range"
            min={0}
            max={10}
            step={1}
            value={rating ?? 0}
            aria-valuetext={rating === null ? 'Not rated' : starsLabel(rating)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            onPointerUp={settle}
            onKeyUp={settle}
            onBlur={settle}
          />
        </span>
      </div>
    </div>
  );
}
