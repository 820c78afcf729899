import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { applyTheme, defaultTheme, oppositeOf, storedTheme, type Theme, themeOf } from './theme.ts';

/** The theme worn now and the way to the other one; follows a choice made in another tab. */
export function useTheme(): { readonly theme: Theme; readonly toggleTheme: () => void } {
  const theme = useSyncExternalStore(
    watchDocument,
    () => themeOf(),
    () => defaultTheme,
  );
  useEffect(() => storedTheme.subscribe(() => applyTheme(storedTheme.read() ?? defaultTheme)), []);
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
