import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is wide now, from 768 px on (spec §9); for what the server does not draw. */
export function useWide(): boolean {
  return useMedia('(min-width: 768px)');
}

/** Whether there is room for the wide sidebar beside a page. */
export function useRoomy(): boolean {
  return useMedia('(min-width: 1200px)');
}

/** Whether the screen is that wide now, in pixels. */
export function useAtLeast(px: number): boolean {
  return useMedia(`(min-width: ${px}px)`);
}

function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(condition);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    [condition],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(condition).matches);
}
