/**
 * `npm run shots`: pictures of every route at three widths in both themes, into shots/ (not in git). Look at them.
 * The private routes are shown as the owner of a data folder of their own sees them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { signIn } from '../tests/e2e/house.ts';
import { chromiumArguments } from '../tests/support/chromium.ts';
import { createTestOwner } from '../tests/support/owner.ts';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';
import { provideBrowser } from './browser.ts';

const widths = [1440, 768, 390] as const;
const themes = ['dark', 'light'] as const;
const publicPaths = ['/', '/contact', '/terminal', '/callback', '/auth-terminal', '/no-such-page'];
const privatePaths = ['/dashboard'];

const folder = join(import.meta.dirname, '..', 'shots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const browser = provideBrowser();
if (!browser.ok) throw new Error(browser.failure.reason);
const data = makeDataFolder();
const server = await startTestServer(data.path);
const chrome = await chromium.launch({
  args: chromiumArguments,
  ...(browser.value === undefined ? {} : { executablePath: browser.value }),
});
try {
  const context = await chrome.newContext({ reducedMotion: 'reduce', baseURL: server.url });
  const page = await context.newPage();
  for (const path of publicPaths) await shoot(page, path);
  const owner = await createTestOwner(data.path);
  await page.goto('/auth-terminal');
  await signIn(page, owner, 0);
  for (const path of privatePaths) await shoot(page, path);
} finally {
  await chrome.close();
  await server.stop();
  data.remove();
}

async function shoot(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const theme of themes) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const name = `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}-${width}-${theme}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: path === '/' });
      console.log(name);
    }
  }
}
