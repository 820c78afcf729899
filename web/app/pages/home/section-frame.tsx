import type { ReactNode } from 'react';

type SectionFrameProps = {
  readonly id: string;
  readonly title: string;
  /** A sentence under the title. */
  readonly aside?: string;
  readonly children: ReactNode;
};

/**
 * A section of the home page: a guilloche band, the heading in its own column, the content beside it. What stands around it has
 * the id itself: the navigation leads there before the section has come.
 */
export function SectionFrame({ id, title, aside, children }: SectionFrameProps) {
  const titleId = `${id}-title`;
  return (
    <section aria-labelledby={titleId} className="page home-section">
      <Guilloche />
      <div className="home-section-head">
        <h2 id={titleId} className="lettering home-section-title">
          {title}
        </h2>
        {aside === undefined ? null : <p className="home-section-aside">{aside}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** The woven band between two sections, as at the foot of a document; an ornament. */
export function Guilloche() {
  return <div aria-hidden="true" className="guilloche" />;
}
