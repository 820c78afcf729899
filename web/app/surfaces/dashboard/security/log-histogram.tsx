import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { LogSummary } from '../../../domains/security/security-log.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { Plot } from '../../../ui/plot/plot.tsx';
import { scale } from '../../../ui/plot/scale.ts';

/** A span of the log's time. */
export type LogTimeSpan = { readonly fromMs: number; readonly toMs: number };

type LogHistogramProps = {
  readonly summary: LogSummary;
  /** What is brushed now. */
  readonly span: LogTimeSpan | undefined;
  readonly onBrush: (span: LogTimeSpan | undefined) => void;
};

const width = 1000;
const height = 120;
const shortFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The volume of the whole log over time, by the server's count; a stretch of it can be brushed with pointer or keys. */
export function LogHistogram({ summary, span, onBrush }: LogHistogramProps) {
  const { spanFromMs, spanToMs, bucketMs, buckets } = summary;
  const count = Math.max(1, Math.ceil((spanToMs - spanFromMs) / bucketMs));
  const highest = Math.max(1, ...buckets.map(({ entries }) => entries));
  const hatch = useId();
  const brush = useBrush({ count, spanFromMs, bucketMs, span, onBrush });
  const step = width / count;
  const tallness = scale([0, highest], [0, height - 8]);
  return (
    <Plot
      label={`Volume of the whole log, ${shortFormat.format(spanFromMs)} to ${shortFormat.format(spanToMs)}, at most ${highest} rows a bar`}
      viewBox={`0 0 ${width} ${height}`}
      stretched="log-volume"
      head={
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="text-sm text-muted">
            Volume of the whole log, {bucketMs / 3_600_000} h a bar. Drag over it to select a time range.
          </span>
          <span className="flex gap-4 font-mono text-sm text-muted">
            <span className="log-key is-fine">succeeded</span>
            <span className="log-key is-failed">failed</span>
          </span>
        </div>
      }
      pointer={brush.pointer}
      ends={[<Moment key="from" atMs={spanFromMs} />, <Moment key="to" atMs={spanToMs} />]}
      controls={
        <div className="log-edges">
          {brush.edges.map(({ label, value, onMove }) => (
            <label key={label}>
              {label}
              <input
                type="range"
                min={0}
                max={count}
                value={value}
                aria-valuetext={shortFormat.format(spanFromMs + value * bucketMs)}
                onChange={(event) => onMove(Number(event.currentTarget.value))}
                onPointerUp={brush.commit}
                onKeyUp={brush.commit}
              />
            </label>
          ))}
          {span === undefined ? null : <QuietButton onClick={() => onBrush(undefined)}>Show all</QuietButton>}
        </div>
      }
      table={{
        label: 'Volume',
        summary: 'Volume as a table',
        columns: ['From', 'Rows', 'Failed'],
        rows: buckets.map(({ atMs, entries, failed }) => [shortFormat.format(atMs), entries, failed]),
      }}
    >
      <pattern id={hatch} width="6" height="4" patternUnits="userSpaceOnUse">
        <path d="M0 2q1.5-2 3 0t3 0" fill="none" stroke="var(--copper)" strokeWidth="1.4" />
      </pattern>
      {buckets.map(({ atMs, entries, failed }) => {
        const x = Math.round((atMs - spanFromMs) / bucketMs) * step;
        const tall = Math.max(3, tallness(entries));
        const failedTall = failed === 0 ? 0 : Math.max(3, (failed / entries) * tall);
        const bar = Math.max(1, step - Math.min(3, step * 0.25));
        return (
          <g key={atMs}>
            <rect x={x} y={height - tall} width={bar} height={tall} className="log-bar" />
            <rect x={x} y={height - failedTall} width={bar} height={failedTall} className="log-bar-failed" />
            <rect x={x} y={height - failedTall} width={bar} height={failedTall} fill={`url(#${hatch})`} />
          </g>
        );
      })}
      {brush.range === undefined ? null : (
        <rect x={brush.range[0] * step} y="0" width={(brush.range[1] - brush.range[0]) * step} height={height} className="log-brush" />
      )}
    </Plot>
  );
}

function Moment({ atMs }: { readonly atMs: number }) {
  return <time dateTime={new Date(atMs).toISOString()}>{shortFormat.format(atMs)}</time>;
}

type BrushOptions = {
  readonly count: number;
  readonly spanFromMs: number;
  readonly bucketMs: number;
  readonly span: LogTimeSpan | undefined;
  readonly onBrush: (span: LogTimeSpan | undefined) => void;
};

/** The brushed bars: as the address has them, or as they are being drawn. */
function useBrush({ count, spanFromMs, bucketMs, span, onBrush }: BrushOptions) {
  const barOf = (atMs: number) => Math.min(count, Math.max(0, Math.round((atMs - spanFromMs) / bucketMs)));
  const settled: readonly [number, number] | undefined = span === undefined ? undefined : [barOf(span.fromMs), barOf(span.toMs)];
  const [drawn, setDrawn] = useState<readonly [number, number]>();
  const origin = useRef<number>(undefined);
  // Whatever was being drawn, the address has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the span is what ends the drawing.
  useEffect(() => setDrawn(undefined), [span?.fromMs, span?.toMs]);
  const send = (range: readonly [number, number]) => {
    if (range[1] <= range[0]) return;
    const isWhole = range[0] === 0 && range[1] === count;
    onBrush(isWhole ? undefined : { fromMs: spanFromMs + range[0] * bucketMs, toMs: spanFromMs + range[1] * bucketMs });
  };
  const barAt = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count)));
  };
  const reach = (event: PointerEvent<SVGSVGElement>): readonly [number, number] => {
    const here = barAt(event);
    const from = origin.current ?? here;
    return [Math.min(from, here), Math.max(from, here) + 1];
  };
  const range = drawn ?? settled;
  const [from, to] = range ?? [0, count];
  return {
    range,
    pointer: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        origin.current = barAt(event);
        setDrawn(reach(event));
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        if (origin.current !== undefined) setDrawn(reach(event));
      },
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
        if (origin.current === undefined) return;
        const brushed = reach(event);
        origin.current = undefined;
        send(brushed);
      },
      onPointerCancel: () => {
        origin.current = undefined;
        setDrawn(undefined);
      },
    },
    commit: () => {
      if (drawn !== undefined) send(drawn);
    },
    edges: [
      { label: 'From', value: from, onMove: (value: number) => setDrawn([Math.min(value, to - 1), to]) },
      { label: 'To', value: to, onMove: (value: number) => setDrawn([from, Math.max(value, from + 1)]) },
    ],
  };
}
