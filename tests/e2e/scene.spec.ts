import type { Page } from '@playwright/test';
import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

/** What the visible canvas holds now: how many of its pixels have ink, their mean colour, and a digest of all of them. */
type CanvasPicture = { readonly inked: number; readonly red: number; readonly green: number; readonly digest: string };

function canvasPicture(page: Page): Promise<CanvasPicture> {
  return page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.hero-plate canvas');
    if (canvas === null) throw new Error('there is no canvas');
    const copy = new OffscreenCanvas(300, 300);
    const context = copy.getContext('2d');
    if (context === null) throw new Error('a copy cannot be drawn');
    context.drawImage(canvas, 0, 0, 300, 300);
    const { data } = context.getImageData(0, 0, 300, 300);
    const sums = { inked: 0, red: 0, green: 0 };
    for (let pixel = 0; pixel < data.length; pixel += 4) {
      if ((data[pixel + 3] ?? 0) < 16) continue;
      sums.inked += 1;
      sums.red += data[pixel] ?? 0;
      sums.green += data[pixel + 1] ?? 0;
    }
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    return { inked: sums.inked, red: sums.red / sums.inked, green: sums.green / sums.inked, digest: digest.toString() };
  });
}

/** The paths of all scripts and engravings that the page asks for from now on. */
function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const workers = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/assets/worker-'));
const engravings = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.svg') && path.startsWith('/assets/'));

/** Opens the home page as only a driven browser may, and waits until the scene's first frame is on the page. */
async function openForced(page: Page): Promise<void> {
  await page.goto('/?scene=force');
  await expect(page.locator('.scene-live canvas')).toHaveCount(1);
  await expect.poll(async () => (await canvasPicture(page)).inked).toBeGreaterThan(5_000);
}

/** Whether the canvas holds the same picture after thirty frames of the page, in which a moving scene paints several. */
async function stands(page: Page): Promise<boolean> {
  const before = await canvasPicture(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  return (await canvasPicture(page)).digest === before.digest;
}

test('forced on software, the plate moves in a worker, stops at Pause motion and goes on at Play motion', async ({ page }) => {
  await openForced(page);
  await expect.poll(() => stands(page)).toBe(false);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  // The order to stand may find a frame under way.
  await expect.poll(() => stands(page)).toBe(true);
  expect(await stands(page)).toBe(true);
  await page.getByRole('button', { name: 'Play motion' }).click();
  await expect.poll(() => stands(page)).toBe(false);
});

test('while the scene is live the other two engravings are not fetched', async ({ page }) => {
  const paths = watchRequests(page);
  await openForced(page);
  await expect(page.locator('.hero-word')).toHaveText('System');
  expect(engravings(paths).filter((path) => /application/.test(path))).toEqual([]);
  expect(workers(paths)).toHaveLength(1);
});

test('the paused scene takes the ink of the other theme', async ({ page }) => {
  await openForced(page);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const dark = await canvasPicture(page);
  await page.getByRole('button', { name: /theme/i }).click();
  await expect.poll(async () => (await canvasPicture(page)).red).toBeLessThan(dark.red - 60);
});

test('scrolled out of sight the scene stands, and moves again when it is back', async ({ page }) => {
  await openForced(page);
  await page.evaluate(() => {
    const below = document.createElement('div');
    below.style.height = '400vh';
    document.body.append(below);
    window.scrollTo(0, document.body.scrollHeight);
  });
  await expect.poll(() => stands(page)).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => stands(page)).toBe(false);
});

test('while its page is hidden the scene stands', async ({ page }) => {
  await openForced(page);
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await expect.poll(() => stands(page)).toBe(true);
  await hide(false);
  await expect.poll(() => stands(page)).toBe(false);
});

test('under reduced motion no part of the scene is asked for, not even when forced', async ({ browser, app }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: app.server.url });
  const page = await context.newPage();
  const paths = watchRequests(page);
  await page.goto('/?scene=force');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.engraving-shown')).toHaveCount(1);
  await expect(page.locator('canvas')).toHaveCount(0);
  expect(paths.filter((path) => /scene/.test(path))).toEqual([]);
  await context.close();
});

test('unforced, software keeps the picture, and the page pays at most four kilobytes for having asked', async ({ page }) => {
  const sizes: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (/scene/.test(path)) sizes.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })));
  });
  await page.goto('/');
  // Once it is known that there will be no scene, each next engraving is fetched before its word comes.
  await expect(page.locator('.engraving')).toHaveCount(3);
  await expect(page.locator('.engraving-shown')).toHaveCount(1);
  await expect(page.locator('canvas')).toHaveCount(0);
  const asked = await Promise.all(sizes);
  expect(asked).toHaveLength(2);
  expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(4_096);
});

test('a lost graphics context brings the picture back', async ({ page, browser }) => {
  await openForced(page);
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess').catch(() => undefined);
  await expect(page.locator('.engraving-shown')).toHaveCount(1);
  await expect(page.locator('canvas')).toHaveCount(0);
});

test("the worker's own policy lets it speak to no one", async ({ page }) => {
  await openForced(page);
  const [worker] = page.workers();
  const answer = await worker?.evaluate(() =>
    fetch('/healthz').then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(answer).toBe('refused');
});

test('nothing but openWorker starts a worker, and nobody can make a second policy', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/?scene=force');
  await expect(page.locator('.scene-live canvas')).toHaveCount(1);
  const started = new URL(page.workers()[0]?.url() ?? '').pathname;
  const outcomes = await page.evaluate((address) => {
    const attempt = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const rules = { createScriptURL: (wanted: string) => wanted };
    return [
      attempt(() => new Worker(address)),
      attempt(() => Reflect.get(window, 'trustedTypes').createPolicy('site-worker', rules)),
      attempt(() => Reflect.get(window, 'trustedTypes').createPolicy('default', rules)),
    ];
  }, started);
  expect(started).toMatch(/^\/assets\/worker-scene-[\w-]+\.js$/);
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await context.close();
});
