import type { ReactNode } from 'react';
import { PlotTable, type PlotTableProps } from './plot-table.tsx';

type PlotProps = {
  /** What the picture says, in a sentence. */
  readonly label: string;
  readonly viewBox: string;
  /** How high a plot is that fills its place's width, whatever its own; without it the plot keeps its shape. */
  readonly stretched?: string;
  /** What stands below its two ends. */
  readonly ends: readonly [from: string | undefined, to: string | undefined];
  /** Words over the picture, which its stretching leaves alone. */
  readonly words?: ReactNode;
  readonly note?: string;
  readonly className?: string;
  readonly table: PlotTableProps;
  readonly children: ReactNode;
};

/** A picture of values over days: drawn in `children`, told by its label, and every value in a table beneath it. */
export function Plot({ label, viewBox, stretched, ends, words, note, className, table, children }: PlotProps) {
  return (
    <figure className={className}>
      <div className="relative">
        <svg
          viewBox={viewBox}
          {...(stretched === undefined ? {} : { preserveAspectRatio: 'none' })}
          className={stretched === undefined ? 'h-auto w-full' : `block w-full ${stretched}`}
          role="img"
          aria-label={label}
        >
          {children}
        </svg>
        {words}
      </div>
      <figcaption className="mt-1 flex justify-between font-mono text-sm text-muted">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
      {note === undefined ? null : <p className="mt-2 text-sm text-muted">{note}</p>}
      <PlotTable {...table} />
    </figure>
  );
}
