import { mark, shortAmount } from './mark.ts';
import type { Origin, Standing } from './standing.ts';
import { wentWell } from './streaks.ts';

type MarkRingProps = { readonly standing: Standing; readonly day: number; readonly origin: Origin };

/** A woven ring, the mark of a thing done, around (0, 0); it fits a circle of radius 13. */
const woven: readonly string[] = Array.from({ length: 5 }, (_, line) => {
  const points = Array.from({ length: 90 }, (_step, step) => {
    const angle = (step / 90) * 2 * Math.PI;
    const reach = 10.2 + 2.4 * Math.sin(8 * angle + (line * 2 * Math.PI) / 5);
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
});

/** A day of a habit: woven where it went as wanted, an arc where it went part of the way, broken where it went over. An ornament. */
export function MarkRing({ standing, day, origin }: MarkRingProps) {
  const { habit, marks, today, rule } = standing;
  const value = marks.get(day) ?? mark.unknown;
  const isDone = value !== mark.skip && wentWell(marks, day, rule) && origin !== 'implied';
  const ink = origin === 'evidence' ? 'var(--ultramarine)' : day === today ? 'var(--copper)' : 'var(--verdigris)';
  const isOver = habit.kind === 'count' && habit.target_type === 'at_most' && value >= 0 && !wentWell(marks, day, rule);
  return (
    <svg viewBox="-16 -16 32 32" aria-hidden="true" className="size-9">
      {value === mark.skip ? (
        <circle r="11" fill="none" stroke="var(--edge)" strokeWidth="1.4" strokeDasharray="2.2 3.4" />
      ) : isDone ? (
        <path d={woven.join('')} fill="none" stroke={ink} strokeWidth="0.75" />
      ) : (
        <circle
          r="11"
          fill="none"
          stroke={isOver ? 'var(--carmine)' : 'var(--hairline)'}
          strokeWidth={isOver ? 1.8 : 1.4}
          {...(isOver ? { strokeDasharray: '6 3' } : {})}
        />
      )}
      {habit.kind === 'check' ? (
        <CheckCentre value={value} origin={origin} ink={ink} />
      ) : (
        <CountCentre standing={standing} value={value} isDone={isDone} />
      )}
    </svg>
  );
}

function CheckCentre({ value, origin, ink }: { readonly value: number; readonly origin: Origin; readonly ink: string }) {
  if (value === mark.skip) return <path d="M-4 0H4" stroke="var(--muted)" strokeWidth="1.8" />;
  if (value === mark.no) return <path d="M-3.5 -3.5 3.5 3.5M3.5 -3.5 -3.5 3.5" stroke="var(--muted)" strokeWidth="1.6" />;
  if (origin === 'implied') return <circle r="2.4" fill="var(--verdigris)" />;
  return value === mark.yes ? <circle r="4" fill={ink} /> : null;
}

type CountCentreProps = { readonly standing: Standing; readonly value: number; readonly isDone: boolean };

function CountCentre({ standing: { habit, rule }, value, isDone }: CountCentreProps) {
  if (value === mark.skip) return <path d="M-4 0H4" stroke="var(--muted)" strokeWidth="1.8" />;
  if (value < 0) return null;
  const share = Math.min(1, value / 1000 / Math.max(habit.target_value / rule.frequency.days, 0.001));
  const showsArc = !isDone && habit.target_type === 'at_least' && share > 0;
  return (
    <>
      {showsArc ? (
        <circle
          r="11"
          fill="none"
          stroke="var(--amber)"
          strokeWidth="1.8"
          pathLength="100"
          strokeDasharray={`${Math.round(share * 100)} 100`}
          transform="rotate(-90)"
        />
      ) : null}
      <text y="0.5" textAnchor="middle" dominantBaseline="central" fontSize="8.6" fontWeight="650" fill="var(--ink)">
        {shortAmount(value)}
      </text>
    </>
  );
}
