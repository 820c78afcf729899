import { type ReactNode, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type SheetSectionProps = {
  readonly title: string;
  /** At the heading's right: a count, or the way to the rest. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of the sheet: its heading over a rule, then its rows. The title names the region. */
export function SheetSection({ title, aside, className, children }: SheetSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classNames('sheet-section', className)}>
      <header>
        <h2 id={titleId} className="lettering">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
