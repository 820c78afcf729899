import { useSyncExternalStore } from 'react';

/** From here on the screen is wide: 768 px and more (spec §9). */
const wide = '(min-width: 768px)';

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the screen is wide now; for what the server does not draw. */
export function useWide(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(wide).matches);
}
