import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type PanelProps = Omit<ComponentProps<'section'>, 'title'> & {
  readonly title: ReactNode;
  /** Level of the heading; the page's own is 1. */
  readonly level?: 2 | 3;
  /** What stands at the heading's right: a link or a control. */
  readonly aside?: ReactNode;
  /** How many there are, at the very right. */
  readonly count?: number | undefined;
  /** Whether what follows are rows on hairlines, which begin at the rule itself. */
  readonly hasRows?: boolean;
};

/** A titled part of a page: its heading over a rule of ink, no box around it. The title names the region. */
export function Panel({ title, level = 2, aside, count, hasRows = false, className, children, id, ...rest }: PanelProps) {
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={titleId} {...rest} id={id} className={className}>
      <div className={classNames('flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-ink', !hasRows && 'mb-3')}>
        <Heading id={titleId} className="lettering flex-1 text-lg font-semibold tracking-normal">
          {title}
        </Heading>
        {aside}
        {count === undefined ? null : <span className="text-sm text-muted tabular-nums">{count.toLocaleString('en-GB')}</span>}
      </div>
      {children}
    </section>
  );
}

/** What is cut out of the page: a figure, or the thing that is selected. Surface, hairline, no shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames('rounded-card border border-hairline bg-surface', className)} />;
}
