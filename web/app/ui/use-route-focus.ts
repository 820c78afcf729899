import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Puts the focus on the new page's heading after each change of path, as a full page load would start afresh. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    // A page that gave the focus to a field of its own keeps it there.
    if (target === null || target.closest('main')?.contains(document.activeElement) === true) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
