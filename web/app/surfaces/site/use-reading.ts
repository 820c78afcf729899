import { useEffect, useState } from 'react';
import type { PageSection } from '../../domains/navigation/page-sections.ts';

export type Reading = {
  readonly isScrolled: boolean;
  /** The section that is being read, by its id; `undefined` above the first. */
  readonly active: string | undefined;
  /** The page's own way to the resume has been scrolled out of view. */
  readonly resumeHasLeft: boolean;
};

/**
 * How far the page has been read; `ownsResume`: it has its own way to the resume. Until the first scroll there is nothing to tell, and
 * nothing is fetched to tell it.
 */
export function useReading(sections: readonly PageSection[], ownsResume: boolean): Reading {
  const [isScrolled, setScrolled] = useState(false);
  const [active, setActive] = useState<string>();
  const [resumeHasLeft, setResumeHasLeft] = useState(false);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const look = () => setScrolled(scrollY > 0);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    if (!isScrolled || (ids === '' && !ownsResume)) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('../../domains/navigation/watch-reading.ts').then(
      ({ watchReading }) => {
        // Scrolled back, or left, meanwhile.
        if (!isOver) stop = watchReading(ids.split(' '), setActive, setResumeHasLeft);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
      setActive(undefined);
      setResumeHasLeft(false);
    };
  }, [isScrolled, ids, ownsResume]);
  return { isScrolled, active, resumeHasLeft };
}
