import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './desktop-layout.ts';

/** The size of an element in pixels, as it changes; `undefined` until it was measured. */
export function useArea(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = () => setSize({ width: measured.clientWidth, height: measured.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
