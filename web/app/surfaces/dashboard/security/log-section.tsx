import { type ReactNode, useId } from 'react';

type LogSectionProps = {
  readonly title: ReactNode;
  /** What stands at the heading's right. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A ruled section of the page: its heading over a line of ink. The heading names the region. */
export function LogSection({ title, aside, children }: LogSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="log-section">
      <div className="log-section-head">
        <h2 id={id} className="lettering">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
