import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type VolumeBin, volumeRuler } from '../../../domains/security/log-volume.ts';

/** A span of the log's time. */
export type LogTimeSpan = { readonly fromMs: number; readonly toMs: number };

type VolumeRulerProps = {
  readonly bins: readonly VolumeBin[];
  /** What the list is narrowed to now. */
  readonly span: LogTimeSpan | undefined;
  readonly onBrush: (span: LogTimeSpan | undefined) => void;
};

/** The first of the chosen ticks, and the one after the last. */
type Range = readonly [from: number, to: number];

const tickWidth = 4;
const height = 36;
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The volume of the last 14 days as a ruler: dragged over, or moved along by keys, it narrows the list to a stretch of time. */
export function VolumeRuler({ bins, span, onBrush }: VolumeRulerProps) {
  const { range, handlers } = useBrush({ bins, span, onBrush });
  const [from, to] = range ?? [0, bins.length];
  const ruler = useRef<HTMLDivElement>(null);
  return (
    <figure className="log-ruler">
      <div
        ref={ruler}
        role="slider"
        tabIndex={0}
        aria-label={`Volume of the last ${volumeRuler.days} days`}
        aria-description="Arrow keys choose four hours, with Shift more of them, with Page Up and Page Down a day further. Escape shows all."
        aria-valuemin={0}
        aria-valuemax={bins.length - 1}
        aria-valuenow={to - 1}
        aria-valuetext={tellRange(bins.slice(from, to))}
        className="log-ruler-ticks"
        {...handlers}
      >
        <Ticks bins={bins} range={range} />
      </div>
      <figcaption className="log-ruler-words">
        {span === undefined ? (
          <>
            <span>{`${volumeRuler.days} days`}</span>
            <LastFailure bins={bins} />
          </>
        ) : (
          <>
            <span>{`${momentFormat.format(span.fromMs)} – ${momentFormat.format(span.toMs)}`}</span>
            <button
              type="button"
              className="log-word"
              onClick={() => {
                onBrush(undefined);
                // The button goes with the stretch.
                ruler.current?.focus();
              }}
            >
              Show all
            </button>
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Ticks({ bins, range }: { readonly bins: readonly VolumeBin[]; readonly range: Range | undefined }) {
  const highest = Math.max(1, ...bins.map(({ entries }) => entries));
  // By the root, so that a quiet day beside a busy one is still seen.
  const tall = (count: number) => Math.round(Math.max(2, Math.sqrt(count / highest) * (height - 4)) * 10) / 10;
  const line = (wanted: (bin: VolumeBin) => boolean) =>
    bins.map((bin, index) => (wanted(bin) ? `M${index * tickWidth + tickWidth / 2} ${height}v-${tall(bin.entries)}` : '')).join('');
  return (
    <svg viewBox={`0 0 ${bins.length * tickWidth} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {range === undefined ? null : (
        <rect x={range[0] * tickWidth} width={(range[1] - range[0]) * tickWidth} height={height} className="log-ruler-chosen" />
      )}
      <path d={line(({ failed }) => failed === 0)} className="log-tick" />
      <path d={line(({ failed }) => failed > 0)} className="log-tick is-failed" />
    </svg>
  );
}

/** When something failed last, below its tick as far as there is room. */
function LastFailure({ bins }: { readonly bins: readonly VolumeBin[] }) {
  const at = bins.findLastIndex(({ failed }) => failed > 0);
  const bin = bins[at];
  if (bin === undefined) return null;
  const isLeft = at < bins.length / 3;
  return (
    <span
      className="log-ruler-failure"
      style={isLeft ? {} : { marginRight: `${Math.floor(((bins.length - at - 1) / bins.length) * 60)}%` }}
    >
      {`■ Failed ${dayFormat.format(bin.fromMs)}`}
    </span>
  );
}

function tellRange(bins: readonly VolumeBin[]): string {
  const first = bins[0];
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return '';
  const sum = (key: 'entries' | 'failed') => bins.reduce((total, bin) => total + bin[key], 0);
  return `${momentFormat.format(first.fromMs)} to ${momentFormat.format(last.toMs)}: ${sum('entries')} rows, ${sum('failed')} failed`;
}

/** The chosen ticks: as the address has them, or as they are being drawn. */
function useBrush({ bins, span, onBrush }: VolumeRulerProps) {
  const count = bins.length;
  const startMs = bins[0]?.fromMs ?? 0;
  const tickOf = (atMs: number) => Math.min(count, Math.max(0, Math.round((atMs - startMs) / volumeRuler.binMs)));
  const [drawn, setDrawn] = useState<Range>();
  const origin = useRef<number>(undefined);
  // Whatever was being drawn, the address has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the span is what ends the drawing.
  useEffect(() => setDrawn(undefined), [span?.fromMs, span?.toMs]);
  const send = ([from, to]: Range) => {
    const fromMs = bins[from]?.fromMs;
    const toMs = bins[to - 1]?.toMs;
    if (fromMs !== undefined && toMs !== undefined) onBrush({ fromMs, toMs });
  };
  const settled: Range | undefined = span === undefined ? undefined : [tickOf(span.fromMs), tickOf(span.toMs)];
  const tickAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count)));
  };
  const reach = (event: PointerEvent<HTMLElement>): Range => {
    const here = tickAt(event);
    const from = origin.current ?? here;
    return [Math.min(from, here), Math.max(from, here) + 1];
  };
  const range = drawn ?? (settled !== undefined && settled[1] > settled[0] ? settled : undefined);
  return {
    range,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        origin.current = tickAt(event);
        setDrawn(reach(event));
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (origin.current !== undefined) setDrawn(reach(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (origin.current === undefined) return;
        const brushed = reach(event);
        origin.current = undefined;
        send(brushed);
      },
      onPointerCancel: () => {
        origin.current = undefined;
        setDrawn(undefined);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') {
          setDrawn(undefined);
          if (span !== undefined) onBrush(undefined);
          return;
        }
        const next = moveRange(event.key, event.shiftKey, range, count);
        if (next === undefined) return;
        event.preventDefault();
        setDrawn(next);
      },
      // The list follows when the key is let go, not at each of its repeats.
      onKeyUp: () => {
        if (drawn !== undefined) send(drawn);
      },
    },
  };
}

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: -6, PageDown: 6 };

/** Where a key leads: one tick further, with Shift a longer stretch; nothing chosen yet begins at the newest tick. */
function moveRange(key: string, isLonger: boolean, range: Range | undefined, count: number): Range | undefined {
  const step = key === 'Home' ? -count : key === 'End' ? count : keySteps[key];
  if (step === undefined) return undefined;
  if (range === undefined) return key === 'Home' ? [0, 1] : [count - 1, count];
  const [from, to] = range;
  if (isLonger) return step < 0 ? [Math.max(0, from + step), to] : [from, Math.min(count, to + step)];
  const first = Math.min(count - 1, Math.max(0, (step < 0 ? from : to - 1) + step));
  return [first, first + 1];
}
