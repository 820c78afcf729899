/**
 * `npm run shots`: pictures of every route, whole, and of every dialog and menu, at three widths in both themes, and under forced
 * colours, into shots/ (not in git). Look at them. `npm run shots -- / /contact` takes those of some routes alone.
 * The private routes are shown as an owner sees them who has 40 vault entries, 30 tasks, 20 notes and 600 rows of the log.
 * `npm run shots -- --readme` renews the two pictures of the README instead, and `--gallery` those of docs/gallery.md.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { pageStates } from '../tests/e2e/page-states.ts';
import { paintEverything } from '../tests/e2e/paint-everything.ts';
import { findOwnerRoutes, findPublicRoutes } from '../tests/e2e/public-routes.ts';
import { chromiumArguments } from '../tests/support/chromium.ts';
import { startTestServer } from '../tests/support/running-server.ts';
import { makeEmbeddedData } from '../tests/support/test-data.ts';
import { provideBrowser } from './browser.ts';
import { takeGallery } from './pictures/gallery.ts';
import { makeLivedInOwner } from './pictures/lived-in-owner.ts';
import { ownerScreens, signedIn } from './pictures/owner-screens.ts';

const widths = [1440, 768, 390] as const;
const themes = ['dark', 'light'] as const;
const wanted = process.argv.slice(2).filter((given) => given.startsWith('/'));
const isWanted = (path: string) => wanted.length === 0 || wanted.includes(path);

const forReadme = process.argv.includes('--readme');
const forGallery = process.argv.includes('--gallery');

const folder = join(import.meta.dirname, '..', forReadme || forGallery ? 'docs/pictures' : 'shots');
if (!forReadme && !forGallery) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const browser = provideBrowser();
if (!browser.ok) throw new Error(browser.failure.reason);
const data = makeEmbeddedData();
const server = await startTestServer(data.dataFolder);
const chrome = await chromium.launch({
  args: chromiumArguments,
  ...(browser.value === undefined ? {} : { executablePath: browser.value }),
});
try {
  const context = await chrome.newContext({ reducedMotion: 'reduce', baseURL: server.url });
  const page = await context.newPage();
  if (forReadme) await shootForReadme(page);
  else if (forGallery) await takeGallery(chrome, server.url, await makeLivedInOwner(server.url, data), folder);
  else await shootAll(page);
} finally {
  await chrome.close();
  await server.stop();
  await data.remove();
}

async function shootAll(page: Page): Promise<void> {
  for (const path of findPublicRoutes().filter(isWanted)) {
    await shoot(page, path);
    await shootForcedColours(path);
  }
  const screens = ownerScreens(findOwnerRoutes()).filter(({ path }) => isWanted(path.replace(/#.*/, '')));
  if (screens.length === 0) return;
  const livedIn = await makeLivedInOwner(server.url, data);
  for (const theme of themes) {
    const owners = await signedIn(chrome, server.url, livedIn, theme);
    for (const { name, path, open } of screens)
      for (const width of widths) {
        // The dashboard's views differ only by their fragment, and going from one to another does not load the page again.
        await owners.goto('about:blank');
        await show(owners, path, width);
        await open(owners, livedIn);
        await take(owners, `${name}-${width}-${theme}`, true);
      }
    await owners.context().close();
  }
}

async function shootForReadme(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  for (const theme of themes) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload({ waitUntil: 'networkidle' });
    await paintEverything(page);
    await page.screenshot({ path: join(folder, `home-${theme}.jpg`), type: 'jpeg', quality: 82 });
    console.log(`home-${theme}.jpg`);
  }
}

async function shoot(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const theme of themes) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    for (const width of widths) {
      await show(page, path, width);
      await take(page, `${nameOf(path)}-${width}-${theme}`, true);
      for (const state of pageStates.filter((one) => one.path === path && width <= (one.widthAtMost ?? width))) {
        await state.open(page);
        await take(page, `${nameOf(path)}-${state.name}-${width}-${theme}`, false);
        await state.close(page);
      }
    }
  }
}

async function shootForcedColours(path: string): Promise<void> {
  const context = await chrome.newContext({ reducedMotion: 'reduce', forcedColors: 'active', baseURL: server.url });
  const page = await context.newPage();
  await show(page, path, widths[0]);
  await take(page, `${nameOf(path)}-forced-colours`, true);
  await context.close();
}

async function show(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await paintEverything(page);
}

async function take(page: Page, name: string, fullPage: boolean): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  console.log(`${name}.png`);
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}
