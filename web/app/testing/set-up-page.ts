/** Gives each component test the page that the server gives the app: the style sheet, the look, and nothing left of the test before. */
import '../app.css';
import '../pages/home/page.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { silenceNetwork } from './fake-backend.ts';

const tester = location.href;

// As in the document that the server sends: sheets that components ask for come after the app's own, not before it.
document.querySelector<HTMLElement>('style[data-vite-dev-id$="/app/app.css"]')?.setAttribute('data-precedence', 'app');

beforeEach(async () => {
  silenceNetwork();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.lang = 'en';
  wearTheme('dark');
  await page.viewport(1280, 900);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  history.replaceState(null, '', tester);
});

function wearTheme(theme: 'dark' | 'light'): void {
  const root = document.documentElement;
  root.className = theme;
  for (const name of ['density', 'motion']) delete root.dataset[name];
}
