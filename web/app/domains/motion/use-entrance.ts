import { type RefObject, useEffect, useState } from 'react';
import { useMotion } from './motion.tsx';

/**
 * True once so much of the element (`share`, 0 to 1) came into view while motion was running; it enters once, and stands
 * still for good where motion was off at that moment or is switched off later. Before, the element is simply visible.
 */
export function useEntrance(element: RefObject<Element | null>, share: number): boolean {
  const { running } = useMotion();
  const [state, setState] = useState<'unseen' | 'entering' | 'still'>('unseen');
  if (state === 'entering' && !running) setState('still');
  useEffect(() => {
    const watched = element.current;
    if (state !== 'unseen' || watched === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= share)) setState(running ? 'entering' : 'still');
      },
      { threshold: share },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, running, share, state]);
  return state === 'entering';
}
