import { lazy, useRef } from 'react';
import { useEntrance } from '../../domains/motion/use-entrance.ts';
import { classNames } from '../../ui/class-names.ts';
import { LazySection } from './lazy-section.tsx';
import type { Passport } from './passport.ts';

const PassportPage = lazy(() => import('./sections/passport-page.tsx').then((file) => ({ default: file.PassportPage })));

/** Share of the section in view at which it enters, once (spec §9). */
const entranceShare = 0.1;

/** Who the owner is. What enters is in the page's own code; what it shows is markup, whose code only a later navigation needs. */
export function About({ paragraphs, passport }: { readonly paragraphs: readonly string[]; readonly passport: Passport }) {
  const element = useRef<HTMLDivElement>(null);
  const entering = useEntrance(element, entranceShare);
  return (
    <div ref={element} className={classNames(entering && 'entering')}>
      <LazySection name="about">
        <PassportPage paragraphs={paragraphs} passport={passport} />
      </LazySection>
    </div>
  );
}
