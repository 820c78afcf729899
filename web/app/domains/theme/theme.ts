import { defineStoredValue } from '../../lib/stored-values.ts';
import { plate, type Theme } from '../../ui/tokens/colour-tokens.ts';

export type { Theme };

/** What may be chosen: a look, or whatever the system wears. */
export type ThemeChoice = Theme | 'system';

/** What is shown to someone who never chose. */
export const defaultTheme: Theme = 'dark';

/** The browser's bar above the page, in the colour of the plate. */
export const themeColours: Readonly<Record<Theme, string>> = plate;

/** The visitor's choice. The boot script reads the same key before first paint. */
export const storedTheme = defineStoredValue<ThemeChoice>({
  key: 'theme',
  medium: 'local',
  parse: (text) => (text === 'light' || text === 'dark' || text === 'system' ? text : undefined),
  format: (theme) => theme,
  clearedBy: 'nothing',
});

/** The look that a choice comes to. */
export function themeFor(choice: ThemeChoice | undefined, systemIsLight: boolean): Theme {
  if (choice === 'system') return systemIsLight ? 'light' : 'dark';
  return choice ?? defaultTheme;
}

/** The other look. */
export function oppositeOf(theme: Theme): Theme {
  return theme === 'light' ? 'dark' : 'light';
}

/** The parts of a document that show the theme, so that a test can hand in its own. */
type ThemedDocument = Pick<Document, 'documentElement' | 'querySelector'>;

/** Puts the theme on the document: exactly one of the classes `dark` and `light`, and the bar's colour. */
export function applyTheme(theme: Theme, page: ThemedDocument = document): void {
  page.documentElement.classList.remove(oppositeOf(theme));
  page.documentElement.classList.add(theme);
  page.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColours[theme]);
}

/** The theme that a document wears now. */
export function themeOf(page: ThemedDocument = document): Theme {
  return page.documentElement.classList.contains('light') ? 'light' : 'dark';
}
