import type { ReactNode, SVGProps } from 'react';
import { PlotTable, type PlotTableProps } from './plot-table.tsx';

type PlotProps = {
  /** What the picture says, in a sentence. */
  readonly label: string;
  readonly viewBox: string;
  /** How high a plot is that fills its place's width, whatever its own; without it the plot keeps its shape. */
  readonly stretched?: string;
  /** What stands below its two ends. */
  readonly ends: readonly [from: ReactNode, to: ReactNode];
  /** What stands above it: what is drawn, and in which colours. */
  readonly head?: ReactNode;
  /** Controls of what a pointer does in the picture, for whoever has none. */
  readonly controls?: ReactNode;
  readonly pointer?: Pick<SVGProps<SVGSVGElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>;
  /** Words over the picture, which its stretching leaves alone. */
  readonly words?: ReactNode;
  readonly note?: string;
  readonly className?: string;
  readonly table: PlotTableProps;
  readonly children: ReactNode;
};

/** A picture of values over time: drawn in `children`, told by its label, and every value in a table beneath it. */
export function Plot(props: PlotProps) {
  const { label, viewBox, stretched, ends, head, controls, pointer, words, note, className, table, children } = props;
  return (
    <figure className={className}>
      {head}
      <div className="relative">
        <svg
          viewBox={viewBox}
          {...(stretched === undefined ? {} : { preserveAspectRatio: 'none' })}
          className={stretched === undefined ? 'h-auto w-full' : `block w-full ${stretched}`}
          role="img"
          aria-label={label}
          {...pointer}
        >
          {children}
        </svg>
        {words}
      </div>
      <figcaption className="mt-1 flex justify-between font-mono text-sm text-muted">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
      {controls}
      {note === undefined ? null : <p className="mt-2 text-sm text-muted">{note}</p>}
      <PlotTable {...table} />
    </figure>
  );
}
