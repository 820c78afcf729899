import { useCallback, useSyncExternalStore } from 'react';
import { applyTheme, defaultTheme, oppositeOf, storedTheme, type Theme, themeOf } from './theme.ts';

/** The theme worn now and the way to the other one. The page's root follows choices made in other tabs. */
export function useTheme(): { readonly theme: Theme; readonly toggleTheme: () => void } {
  const theme = useSyncExternalStore(
    watchDocument,
    () => themeOf(),
    () => defaultTheme,
  );
  const toggleTheme = useCallback(() => {
    const next = oppositeOf(themeOf());
    applyTheme(next);
    storedTheme.write(next);
  }, []);
  return { theme, toggleTheme };
}

// The document is the truth: the boot script may have changed it before this code was there.
function watchDocument(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}
