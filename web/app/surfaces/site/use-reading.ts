import { useEffect, useState } from 'react';
import type { PageSection } from '../../domains/navigation/page-sections.ts';

/**
 * Whether the page has been scrolled, and which of its sections is being read. Until the first scroll there is nothing to tell, and
 * nothing is fetched to tell it.
 */
export function useReading(sections: readonly PageSection[]): { readonly isScrolled: boolean; readonly active: string | undefined } {
  const [isScrolled, setScrolled] = useState(false);
  const [active, setActive] = useState<string>();
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const look = () => setScrolled(scrollY > 0);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    if (!isScrolled || ids === '') return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('../../domains/navigation/watch-reading.ts').then(
      ({ watchReading }) => {
        // Scrolled back, or left, meanwhile.
        if (!isOver) stop = watchReading(ids.split(' '), setActive);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
      setActive(undefined);
    };
  }, [isScrolled, ids]);
  return { isScrolled, active };
}
