import { useRef } from 'react';
import { Link } from 'react-router';
import { useEntrance } from '../../domains/motion/use-entrance.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { SectionFrame } from './section-frame.tsx';

/** Share of the section in view at which it enters, once (spec §9). */
const entranceShare = 0.1;

/** Who the owner is, in the owner’s confirmations; the first paragraph is set large. */
export function About({ paragraphs }: { readonly paragraphs: readonly string[] }) {
  const element = useRef<HTMLDivElement>(null);
  const entering = useEntrance(element, entranceShare);
  const [lead, ...rest] = paragraphs;
  return (
    <div ref={element} id="about" className={classNames(entering && 'entering')}>
      <SectionFrame id="about-title" title="About" microprint="About · The bearer of this page">
        <p className="max-w-[44rem] text-xl font-medium text-pretty">{lead}</p>
        <div className="mt-6 grid max-w-[52rem] gap-x-10 gap-y-4 text-muted lg:grid-cols-2">
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
          <a href="/resume" target="_blank" rel="noopener" className={buttonClass('primary')}>
            Get Resume
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
          <Link to="/cv" className={buttonClass('quiet')}>
            Read it as a page
          </Link>
        </p>
      </SectionFrame>
    </div>
  );
}
