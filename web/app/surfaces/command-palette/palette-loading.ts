import { browserTimer } from '../../lib/clock.ts';

const loadPalette = () => import('./palette-list.tsx');

/** What ranks and lists; fetched at the first press of its key, or once the page has long been there and rests. */
export const loadPaletteList = async () => (await loadPalette()).PaletteList;

const restMs = 6000;

/**
 * Fetches the list when the browser has nothing better to do, and what reads the typed line of the page's own tool: both are needed where
 * nobody answers. Returns the way to call that off.
 */
export function loadPaletteWhenIdle(): () => void {
  // What fails here is tried again, and told of, when the palette is opened.
  const load = () =>
    void loadPalette().then(
      ({ loadOwnCapture }) => loadOwnCapture(window.location.pathname),
      () => undefined,
    );
  return whenResting(load);
}

/** Begins something once the page has long been there and the browser has nothing better to do. Returns the way to call that off. */
export function whenResting(begin: () => void): () => void {
  return browserTimer.after(restMs, () => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(begin);
    else begin();
  });
}
