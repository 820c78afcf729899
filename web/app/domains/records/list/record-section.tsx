import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import './record-list.css';

type RecordSectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  readonly title: ReactNode;
  /** Level of the heading; the page's own is 1. */
  readonly level?: 2 | 3;
  /** How many there are, at the heading's right. */
  readonly count?: number | undefined;
  /** What stands beside the count: a link or a control. */
  readonly aside?: ReactNode;
};

/** A section of a page of records: its heading over a rule, which names the region. */
export function RecordSection({ title, level = 2, count, aside, className, children, ...rest }: RecordSectionProps) {
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={titleId} {...rest} className={classNames('record-section', className)}>
      <div className="record-head">
        <Heading id={titleId} className="lettering record-heading">
          {title}
        </Heading>
        {aside}
        {count === undefined ? null : <span className="record-count">{count.toLocaleString('en-GB')}</span>}
      </div>
      {children}
    </section>
  );
}
