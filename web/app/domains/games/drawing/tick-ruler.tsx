import type { GameMeasure } from '../game-screen.ts';

const ticks = 84;

/** A measure as a ruler of fine ticks, an ornament beside its words. */
export function TickRuler({ done, total }: Pick<GameMeasure, 'done' | 'total'>) {
  const inked = Math.round((Math.min(done, total) / Math.max(total, 1)) * ticks);
  return (
    <svg viewBox={`0 0 ${ticks * 3} 18`} preserveAspectRatio="none" className="mt-1 h-4.5 w-full" aria-hidden="true">
      <path d={ticksFrom(0, inked)} stroke="var(--verdigris)" strokeWidth="1.4" />
      <path d={ticksFrom(inked, ticks)} stroke="var(--edge)" strokeWidth="0.7" />
    </svg>
  );
}

function ticksFrom(first: number, end: number): string {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    .map((tick) => `M${tick * 3 + 1} ${tick % 12 === 0 ? 1 : 6}V18`)
    .join('');
}
