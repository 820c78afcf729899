import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { findOwnerRoutes } from '../../tests/e2e/public-routes.ts';
import type { LivedIn } from './lived-in-owner.ts';
import { type OwnerScreen, ownerScreens, signedIn } from './owner-screens.ts';

type Shown = { readonly name: string; readonly caption: string };

/** What the gallery shows, in its order. */
const shown: readonly Shown[] = [
  { name: 'dashboard-overview', caption: 'Overview: what needs the owner, the day, and what happened.' },
  { name: 'dashboard-vault', caption: 'Vault: entries with a rosette woven from their names.' },
  { name: 'dashboard-security', caption: 'Security & Logs: the hash-chained log.' },
  { name: 'dashboard-super-apps', caption: 'Super Apps.' },
  { name: 'productivity', caption: 'Productivity: tasks.' },
  { name: 'mind-vault', caption: 'Mind Vault: notes, sealed with the vault key.' },
  { name: 'habit-forge', caption: 'Habit Forge.' },
  { name: 'wealth-ai', caption: 'Wealth AI.' },
  { name: 'watchlist', caption: 'Watchlist.' },
  { name: 'settings', caption: 'Settings.' },
];

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Takes the gallery's pictures, at a desk in both themes and on a phone, and writes the page that shows them. */
export async function takeGallery(browser: Browser, url: string, livedIn: LivedIn, folder: string): Promise<void> {
  const screens = ownerScreens(findOwnerRoutes());
  for (const theme of ['dark', 'light'] as const) {
    const page = await signedIn(browser, url, livedIn, theme);
    for (const [size, viewport] of Object.entries(sizes)) {
      // On a phone one theme is enough to look at.
      if (size === 'phone' && theme === 'light') continue;
      await page.setViewportSize(viewport);
      for (const { name } of shown) {
        const screen = screenOf(screens, name);
        await page.goto('about:blank');
        await page.goto(screen.path);
        await page.waitForLoadState('networkidle');
        await screen.open(page, livedIn);
        await page.screenshot({ path: join(folder, pictureOf(name, size, theme)), type: 'jpeg', quality: 72 });
        console.log(pictureOf(name, size, theme));
      }
    }
    await page.context().close();
  }
  writeFileSync(join(folder, '..', 'gallery.md'), pageOf());
}

function screenOf(screens: readonly OwnerScreen[], name: string): OwnerScreen {
  const screen = screens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`The gallery names an unknown screen: ${name}`);
  return screen;
}

const pictureOf = (name: string, size: string, theme: string) => `${name}-${size}-${theme}.jpg`;

function pageOf(): string {
  const parts = shown.map(({ name, caption }) => {
    const desk = (theme: string) => `pictures/${pictureOf(name, 'desk', theme)}`;
    return `## ${caption.slice(0, -1)}

<picture>
  <source media="(prefers-color-scheme: light)" srcset="${desk('light')}">
  <img alt="${caption}" src="${desk('dark')}">
</picture>

<img alt="The same on a phone" width="260" src="pictures/${pictureOf(name, 'phone', 'dark')}">
`;
  });
  return `# Gallery

The owner's screens with 40 vault entries, 30 tasks, 20 notes and 600 rows of the log, or an app's own sample. Everything in them is
invented. \`npm run shots -- --gallery\` takes the pictures again.

${parts.join('\n')}`;
}
