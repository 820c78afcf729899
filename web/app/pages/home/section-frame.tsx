import type { ReactNode } from 'react';

type SectionFrameProps = {
  readonly id: string;
  readonly title: string;
  /** Printed over and over in letters too small to read, as the line that opens the section. */
  readonly microprint: string;
  readonly children: ReactNode;
};

/**
 * A section of the home page: a line of microprint, the heading in its own column, the content beside it. What stands around it has
 * the id itself: the navigation leads there before the section has come.
 */
export function SectionFrame({ id, title, microprint, children }: SectionFrameProps) {
  const titleId = `${id}-title`;
  return (
    <section aria-labelledby={titleId} className="page home-section">
      <Microprint text={microprint} />
      <h2 id={titleId} className="lettering home-section-title">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A hairline that turns out to be text under a lens, as on banknotes; an ornament. */
export function Microprint({ text }: { readonly text: string }) {
  return <div aria-hidden="true" className="microprint" data-text={`${text.toUpperCase()} · `.repeat(24)} />;
}
