import { type RefObject, useEffect, useRef } from 'react';

/** The part of a page that its address leads to, where `isAsked`: it is brought into view and gets the focus. */
export function useLedTo(isAsked: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return element;
}
