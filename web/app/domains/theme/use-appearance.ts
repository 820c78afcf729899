import { useEffect } from 'react';
import { applyMotion, storedMotion } from '../motion/stillness.ts';
import { applyDensity, storedDensity } from './density.ts';
import { applyTheme, storedTheme, themeFor } from './theme.ts';

/**
 * Keeps the document in the look that was chosen: after a choice here, in another tab, and, where the system's look is
 * followed, when the system changes. Before first paint the boot script has put it on already.
 */
export function useAppearance(): void {
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: light)');
    const wearTheme = () => applyTheme(themeFor(storedTheme.read(), system.matches));
    const wearDensity = () => applyDensity(storedDensity.read() ?? 'comfortable');
    const wearMotion = () => applyMotion(storedMotion.read() ?? 'system');
    const stops = [storedTheme.subscribe(wearTheme), storedDensity.subscribe(wearDensity), storedMotion.subscribe(wearMotion)];
    // What another tab chose after the boot script had run was told to nobody here.
    if (storedTheme.read() !== undefined) wearTheme();
    wearDensity();
    wearMotion();
    system.addEventListener('change', wearTheme);
    return () => {
      system.removeEventListener('change', wearTheme);
      for (const stop of stops) stop();
    };
  }, []);
}
