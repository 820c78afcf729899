import { applyTheme, oppositeOf, storedTheme, type Theme, themeOf } from '../../domains/theme/theme.ts';

/** Puts a theme on the page and keeps it as the visitor's choice. */
export function wearTheme(wanted: Theme | 'toggle'): void {
  const theme = wanted === 'toggle' ? oppositeOf(themeOf()) : wanted;
  applyTheme(theme);
  storedTheme.write(theme);
}
