import { type Browser, expect, type Page } from '@playwright/test';
import { paintEverything } from '../../tests/e2e/paint-everything.ts';
import { settingSections } from '../../web/app/domains/settings/sections.ts';
import type { LivedIn } from './lived-in-owner.ts';

/** A screen of the owner's: its picture's name, its address, and what is pressed once it is there. */
export type OwnerScreen = {
  readonly name: string;
  readonly path: string;
  readonly open: (page: Page, livedIn: LivedIn) => Promise<void>;
};

const views = ['overview', 'vault', 'security', 'super-apps'];

/** Every screen: the dashboard's views, and the owner's pages with their records or, where they have none, with their sample. */
export function ownerScreens(routes: readonly string[]): readonly OwnerScreen[] {
  return [
    ...views.map((view) => ({ name: `dashboard-${view}`, path: `/dashboard#${view}`, open: openWhatIsSealed })),
    { name: 'productivity-notes', path: '/productivity#notes', open: openWhatIsSealed },
    { name: 'productivity-board', path: '/productivity#board', open: openWhatIsSealed },
    ...settingSections.map(({ id }) => ({ name: `settings-${id}`, path: `/settings#${id}`, open: openWhatIsSealed })),
    ...routes.filter((path) => path !== '/dashboard').map((path) => ({ name: path.slice(1), path, open: openWhatIsSealed })),
  ];
}

/** Unlocks the vault where the screen asks for its master, or shows the sample of an app that has nothing yet. */
async function openWhatIsSealed(page: Page, { master }: LivedIn): Promise<void> {
  // What is still read has no field yet.
  await nothingLoads(page);
  const toMaster = page.getByRole('button', { name: 'Use master password instead' });
  if (await toMaster.isVisible()) await toMaster.click();
  const field = page.getByLabel('Master password', { exact: true }).first();
  if (await field.isVisible()) {
    await field.fill(master);
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await field.waitFor({ state: 'hidden', timeout: 60_000 });
    await page.waitForLoadState('networkidle');
  }
  const sample = page.getByRole('button', { name: 'Try it with sample data' });
  if (await sample.isVisible()) await sample.click();
  const first = page.getByRole('listbox', { name: 'Entries' }).getByRole('option').first();
  if (await first.isVisible()) await first.click();
  await nothingLoads(page);
  await paintEverything(page);
}

/** Waits until the page's own part shows no spinner. */
async function nothingLoads(page: Page): Promise<void> {
  await expect(page.locator('main .spinner').filter({ visible: true })).toHaveCount(0, { timeout: 60_000 });
}

/** A page on which the owner is signed in, past the terminal. */
export async function signedIn(browser: Browser, url: string, { session }: LivedIn, theme: 'dark' | 'light'): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: url });
  await context.addInitScript(
    ({ stored, shown }) => {
      for (const [name, value] of stored) localStorage.setItem(name, value);
      localStorage.setItem('theme', shown);
      sessionStorage.setItem('auth_terminal_completed', 'true');
    },
    { stored: [...session.stored], shown: theme },
  );
  return context.newPage();
}
