import { type ReactNode, useId, useMemo } from 'react';
import { sealLines } from '../apps/seal-lines.ts';
import './empty-state.css';

type EmptyStateProps = {
  /** Whose seal it is: the id of the page, or the name of what is missing. */
  readonly of: string;
  /** The heading, where no other says what is missing. */
  readonly title?: string;
  /** One sentence, and the one action below it. */
  readonly children: ReactNode;
};

/** A page that has nothing to show yet: its seal in hairline, not yet struck, what it would show, and what begins it. */
export function EmptyState({ of, title, children }: EmptyStateProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : titleId} className="empty-state">
      <UnstruckSeal of={of} />
      <div className="min-w-0">
        {title === undefined ? null : (
          <h2 id={titleId} className="lettering text-xl">
            {title}
          </h2>
        )}
        {children}
      </div>
    </section>
  );
}

/** A seal's lines without its letter. */
function UnstruckSeal({ of }: { readonly of: string }) {
  const drawn = useMemo(() => sealLines(of), [of]);
  return (
    <svg viewBox="0 0 100 100" className="empty-seal" aria-hidden="true">
      <path d={drawn} fill="none" stroke="currentColor" strokeWidth="0.4" />
    </svg>
  );
}
